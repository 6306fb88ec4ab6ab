/** Keeps an uplink running: reconnects whenever NATS has given up, and reports whether the hub can be reached. */
import { messageOf } from '../base/errors.ts'
import { repeat } from '../base/repeat.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { UplinkIdentity } from '../contract/mac.ts'
import { connectAs, uplinkOf } from './join.ts'
import type { MacClient } from './mac-client.ts'
import { Uplink } from './uplink.ts'

export interface RunningUplink {
  identity: UplinkIdentity
  client: MacClient
  log: Logger
  /** Called with the reason while this Mac does not reach the hub, and with undefined once it does. */
  report(trouble: string | undefined): void
}

/** The pauses between attempts while the hub refuses this Mac or cannot be reached. */
const backoff = { firstMs: 500, longestMs: 30_000 }

/** Resolves when the signal aborts. */
export async function runUplink({ identity, client, log, report }: RunningUplink, signal: AbortSignal): Promise<void> {
  /** Null until the first report. */
  let said: string | undefined | null = null
  const say = (what: string | undefined) => {
    if (what !== said) report(what)
    said = what
  }
  const trouble = (what: string) => {
    if (what !== said) log.warn(`the uplink has no connection: ${what}`)
    say(what)
  }
  const connect = async (begun: () => void) => {
    const nats = await connectAs(identity)
    const uplink = new Uplink({
      client,
      nats,
      log,
      ...uplinkOf(identity),
      onState(what) {
        if (what === undefined) begun()
        say(what)
      },
    })
    const stop = () => void nats.close()
    signal.addEventListener('abort', stop)
    const ended = await nats.closed()
    signal.removeEventListener('abort', stop)
    await uplink.stop()
    throw ended ?? new Error('the connection was closed')
  }
  await repeat(connect, { signal, backoff, onFailure: (error) => trouble(refusal(error)) })
}

/** nats-server gives the same error for a revoked Mac and for an unknown one. */
const refusal = (error: unknown): string =>
  /authorization|authentication/i.test(messageOf(error))
    ? 'the hub refuses this Mac, which was revoked or replaced'
    : messageOf(error)
