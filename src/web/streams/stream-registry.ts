/**
 * Limits how many streams are open, and checks every second that each caller is still admitted; also sends pings.
 */
import type { Caller } from '../../actions/action.ts'
import { SteadyTimer } from '../../base/steady-timer.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { StreamClient } from './stream-client.ts'

export interface StreamRegistry {
  /** Throws `too_many_streams`. Must be called before the reply is open over. */
  requireCapacity(caller: Caller): void
  add(caller: Caller, client: StreamClient): void
  close(): void
}

interface RegistryOptions {
  stillAdmitted(caller: Caller): boolean
  checkEveryMs?: number | undefined
}

const perCaller = 32
const inAll = 256
/** Counted in checks. */
const pingEvery = 15
const ping = ': ping\n\n'

export function streamRegistry(options: RegistryOptions): StreamRegistry {
  const { stillAdmitted, checkEveryMs = 1_000 } = options
  const open = new Map<StreamClient, Caller>()
  let checks = 0

  const timer = new SteadyTimer(checkEveryMs, () => {
    const isTimeToPing = ++checks % pingEvery === 0
    for (const [client, caller] of open) {
      if (!stillAdmitted(caller)) client.drop('no_longer_admitted')
      else if (isTimeToPing) client.write(ping)
    }
  }).unref()

  return {
    requireCapacity(caller) {
      const own = [...open.values()].filter((other) => isSame(other, caller)).length
      if (open.size >= inAll || own >= perCaller)
        throw new ServiceError('too_many_streams', 'Too many streams are open.', { open: open.size, own })
    },
    add(caller, client) {
      open.set(client, caller)
      client.onClose(() => open.delete(client))
    },
    close() {
      timer.stop()
      for (const client of open.keys()) client.drop('stopping')
    },
  }
}

/** Callers cannot be told apart without a password, so only the limit for all applies then. */
const isSame = (one: Caller, other: Caller): boolean =>
  one.via !== 'open' && one.via === other.via && one.id === other.id
