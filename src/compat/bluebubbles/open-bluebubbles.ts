/** Opens the listener for programs that were written for a BlueBubbles server. */
import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Actions, Caller } from '../../actions/action.ts'
import { askAs } from '../../actions/ask-as.ts'
import type { Relay } from '../wire/relay.ts'
import { type AppDeps, createBlueBubblesApp } from './app.ts'
import { rememberHandles } from './handles.ts'
import { type LiveEventsDeps, openLiveEvents } from './live-events.ts'
import type { Session } from './request.ts'

export interface BlueBubblesDeps
  extends Omit<AppDeps, 'sessionOf' | 'signal' | 'live'>,
    Pick<LiveEventsDeps, 'dir' | 'stillAdmitted' | 'holderOf' | 'placesFor' | 'pauses'> {
  actions: Actions
  /** Begins to listen for the app, and throws `address_in_use` and the like. */
  listen(app: FastifyInstance): Promise<{ url: string; servers: readonly Server[]; close(): Promise<void> }>
}

export interface BlueBubbles {
  /** The address, without a trailing slash. */
  url: string
  close(): Promise<void>
}

/** Throws what `listen` throws; nothing stays open then. */
export async function openBlueBubbles({
  actions,
  listen,
  dir,
  stillAdmitted,
  holderOf,
  placesFor,
  pauses,
  ...deps
}: BlueBubblesDeps): Promise<BlueBubbles> {
  const life = new AbortController()
  const { services, host } = deps
  const sessionOf = rememberSessions((caller) => sessionFor(caller, { actions, services }))
  const whole = sessionFor(reader, { actions, services })
  const { log, nowMs } = services
  const admit = (password: string, raw: IncomingMessage) => deps.admit(password, { raw })
  const live = openLiveEvents({
    dir,
    host,
    admit,
    stillAdmitted,
    holderOf,
    placesFor,
    pauses,
    log,
    nowMs,
    whole,
    viewOf: sessionOf,
  })
  const app = createBlueBubblesApp({ ...deps, sessionOf, live, signal: life.signal })
  try {
    const { url, servers, close } = await listen(app)
    live.begin(servers)
    return {
      url,
      async close() {
        life.abort()
        await live.close()
        await close()
      },
    }
  } catch (error) {
    await live.close()
    throw error
  }
}

/** Events for clients whose keys may read everything are read once for all of them. */
const reader: Caller = { via: 'key', id: null, scopes: ['read'], grant: null }

type SessionDeps = Pick<BlueBubblesDeps, 'actions' | 'services'>

function sessionFor(caller: Caller, { actions, services }: SessionDeps): Session {
  const ask = askAs({ actions, services, caller })
  const relay = new Proxy({} as Relay, {
    get: (_target, name) => (input?: object, options?: object) => ask(name as never, input, options),
  })
  return { caller, ask, relay, handles: rememberHandles(relay, services.nowMs) }
}

/** Keys that are remembered at once; a service has a handful. */
const mostSessions = 50

/** A change of the key's scopes or grant makes another session. */
function rememberSessions(create: (caller: Caller) => Session): (caller: Caller) => Session {
  const sessions = new Map<string, Session>()
  return (caller) => {
    const name = `${caller.id} ${caller.scopes.join(' ')} ${JSON.stringify(caller.grant)}`
    const known = sessions.get(name) ?? create(caller)
    if (!sessions.has(name) && sessions.size >= mostSessions) sessions.clear()
    sessions.set(name, known)
    return known
  }
}
