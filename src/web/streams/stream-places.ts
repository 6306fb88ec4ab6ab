/**
 * Limits how many streams are open, and checks every few seconds that each caller is still admitted; also sends pings.
 */
import type { Caller } from '../../actions/action.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { StreamClient } from './stream-client.ts'

export interface StreamPlaces {
  /** Throws `too_many_streams`. Must be called before the reply is taken over. */
  requireRoom(caller: Caller): void
  take(caller: Caller, client: StreamClient): void
  close(): void
}

interface PlaceOptions {
  stillAdmitted(caller: Caller): boolean
  perCaller?: number
  inAll?: number
  lookEveryMs?: number | undefined
}

/** Counted in checks. */
const pingEvery = 3
const ping = ': ping\n\n'

export function streamPlaces(options: PlaceOptions): StreamPlaces {
  const { stillAdmitted, perCaller = 32, inAll = 256, lookEveryMs = 5_000 } = options
  const taken = new Map<StreamClient, Caller>()
  let polled = 0

  const timer = setInterval(() => {
    const isTimeToPing = ++polled % pingEvery === 0
    for (const [client, caller] of taken) {
      if (!stillAdmitted(caller)) client.drop('no_longer_admitted')
      else if (isTimeToPing) client.write(ping)
    }
  }, lookEveryMs).unref()

  return {
    requireRoom(caller) {
      const own = [...taken.values()].filter((other) => isSame(other, caller)).length
      if (taken.size >= inAll || own >= perCaller)
        throw new ServiceError('too_many_streams', 'Too many streams are open.', { open: taken.size, own })
    },
    take(caller, client) {
      taken.set(client, caller)
      client.onClose(() => taken.delete(client))
    },
    close() {
      clearInterval(timer)
      for (const client of taken.keys()) client.drop('stopping')
    },
  }
}

/** Without a password, callers cannot be told apart, so only the limit for all applies. */
const isSame = (one: Caller, other: Caller): boolean =>
  one.via !== 'open' && one.via === other.via && one.id === other.id
