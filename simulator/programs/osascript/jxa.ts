/**
 * JavaScript for Automation: Node runs the script, and the objects of Messages are stand-ins over the same application.
 */
import { createContext, runInContext } from 'node:vm'
import type { MessagesApp, Service, Target } from '../messages-app.ts'
import { appleErrors } from './apple-error.ts'
import { requireKnown } from './evaluate.ts'

const DEFAULT_TIMEOUT_MS = 120_000

interface Addressee {
  readonly target: Target
}

/** Runs the script and then its `run(argv)`. Returns the result of `run`, or of the last expression. */
export function runJavaScript(source: string, args: readonly string[], app: MessagesApp): unknown {
  const context = createContext({
    Application: (name: string) => application(name, app),
    Path: (path: string) => ({ path, toString: () => path }),
    delay: (seconds: number) => app.pause(seconds * 1000),
    console: { log: (...values: unknown[]) => process.stderr.write(`${values.join(' ')}\n`) },
  })
  const last = runInContext(source, context)
  const { run } = context as { run?: (argv: readonly string[]) => unknown }
  return typeof run === 'function' ? run(args) : last
}

function application(name: string, app: MessagesApp) {
  requireKnown(name)
  return {
    includeStandardAdditions: false,
    running: () => app.running(),
    launch: () => app.launch(),
    activate: () => app.launch(),
    quit: () => app.quit(),
    name: () => 'Messages',
    version: () => asked(app).version,
    chats: collection(
      () =>
        asked(app)
          .chatGuids()
          .map((guid) => chat(guid, app)),
      (guid) => chat(guid, app),
    ),
    accounts: accounts(app),
    services: accounts(app),
    send: (content: string | { path: string }, { to }: { to: Addressee }) =>
      app.send({
        content: typeof content === 'string' ? { text: content } : { path: content.path },
        target: to.target,
        timeoutMs: DEFAULT_TIMEOUT_MS,
      }),
  }
}

function asked(app: MessagesApp): MessagesApp {
  app.admit()
  return app
}

/** Supports `app.chats()`, `app.chats.byId(…)`, `app.accounts.whose({ serviceType: … })`. */
function collection<T>(all: () => readonly T[], byId: (id: string) => T) {
  const whose = (wanted: Record<string, unknown>) =>
    collection(() => all().filter((each) => matches(each, wanted)), byId)
  return Object.assign(all, { byId, byName: byId, whose, at: (index: number) => all()[index] })
}

const matches = (object: unknown, wanted: Record<string, unknown>): boolean =>
  Object.entries(wanted).every(([key, value]) => {
    const read = (object as Record<string, (() => unknown) | undefined>)[key]
    return read?.() === value
  })

function chat(guid: string, app: MessagesApp) {
  const existing = () => {
    const found = asked(app).chat(guid)
    if (found === undefined) throw appleErrors.cannotGet('object')
    return found
  }
  return {
    target: { guid },
    id: () => existing().guid,
    name: () => existing().name,
    exists: () => asked(app).chat(guid) !== undefined,
    participants: () => existing().participants.map((handle) => participant(handle, undefined)),
  }
}

const participant = (handle: string, service: Service | undefined) => ({
  target: { handle, service },
  id: () => handle,
  handle: () => handle,
})

function accounts(app: MessagesApp) {
  const one = (service: Service) => {
    const participants = collection(
      () => [],
      (handle: string) => participant(handle, service),
    )
    return { id: () => service, serviceType: () => service, enabled: () => true, participants, buddies: participants }
  }
  return collection(
    () => asked(app).accounts().map(one),
    (id) => one(id as Service),
  )
}
