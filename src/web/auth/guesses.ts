/** Counts failed guesses at the password for each session or address, and all those from outside together. */
import { isLoopback, plainAddress } from '../../domain/access/address.ts'
import { delayMs, delayOfAddressMs, recent } from '../../domain/access/login-throttle.ts'
import { ServiceError } from '../../domain/service-error.ts'

export interface Guesses {
  /**
   * Counts as a failure until it has succeeded, so that many guesses at once cannot get around the limit. Throws
   * `rate_limited`.
   */
  begin(guesser: Guesser): Guess
}

interface Guesser {
  address: string
  /** Session of a browser that is signed in. It does not wait for what others do at its address. */
  session?: string | undefined
}

export interface Guess {
  succeeded(): void
}

export function countGuesses(nowMs: () => number): Guesses {
  const ofGuessers = new Map<string, number[]>()
  let fromOutside: number[] = []

  function forget(): void {
    fromOutside = recent(fromOutside, nowMs())
    for (const [guesser, failures] of ofGuessers) {
      const counted = recent(failures, nowMs())
      if (counted.length > 0) ofGuessers.set(guesser, counted)
      else ofGuessers.delete(guesser)
    }
  }

  return {
    begin(from) {
      const [guesser, atMs] = [nameOf(from), nowMs()]
      forget()
      // Callers on this Mac and signed-in browsers do not wait for what the network does.
      const all = isFromOutside(from) ? fromOutside : []
      const failures = ofGuessers.get(guesser) ?? []
      const waitMs = Math.max(delayOfAddressMs(failures, atMs), delayMs(all, atMs))
      if (waitMs > 0) throw rateLimited('Too many wrong passwords.', waitMs)
      ofGuessers.set(guesser, [...failures, atMs])
      all.push(atMs)
      return {
        succeeded() {
          ofGuessers.delete(guesser)
          fromOutside = without(fromOutside, atMs)
        },
      }
    },
  }
}

const isFromOutside = ({ address, session }: Guesser): boolean => session === undefined && !isLoopback(address)

/** Names all loopback addresses alike: this machine has millions of them, and a program may use any of them. */
function nameOf({ address, session }: Guesser): string {
  if (session !== undefined) return `session ${session}`
  return isLoopback(address) ? 'loopback' : plainAddress(address)
}

function without(failures: readonly number[], one: number): number[] {
  const index = failures.indexOf(one)
  return index < 0 ? [...failures] : failures.toSpliced(index, 1)
}

const rateLimited = (what: string, waitMs: number): ServiceError =>
  new ServiceError('rate_limited', what, { retry_after_s: Math.ceil(waitMs / 1_000) })
