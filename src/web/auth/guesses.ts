/** Guesses at the password: counted by the address they come from, and those from outside all together. */
import { isLoopback, plainAddress } from '../../domain/access/address.ts'
import { delayMs, delayOfAddressMs, recent } from '../../domain/access/login-throttle.ts'
import { rateLimited } from './rate-limited.ts'

export interface Guesses {
  /** Counts as a failure until it has succeeded, so that many at once are no way around. Throws `rate_limited`. */
  begin(address: string): Guess
}

export interface Guess {
  succeeded(): void
}

export function countGuesses(nowMs: () => number): Guesses {
  const ofAddresses = new Map<string, number[]>()
  let fromOutside: number[] = []

  function forget(): void {
    fromOutside = recent(fromOutside, nowMs())
    for (const [address, failures] of ofAddresses) {
      const counted = recent(failures, nowMs())
      if (counted.length > 0) ofAddresses.set(address, counted)
      else ofAddresses.delete(address)
    }
  }

  return {
    begin(from) {
      const [address, atMs] = [plainAddress(from), nowMs()]
      forget()
      // Whoever sits at this Mac does not wait for what the network does.
      const all = isLoopback(address) ? [] : fromOutside
      const failures = ofAddresses.get(address) ?? []
      const waitMs = Math.max(delayOfAddressMs(failures, atMs), delayMs(all, atMs))
      if (waitMs > 0) throw rateLimited('Too many wrong passwords.', waitMs)
      ofAddresses.set(address, [...failures, atMs])
      all.push(atMs)
      return {
        succeeded() {
          ofAddresses.delete(address)
          fromOutside = without(fromOutside, atMs)
        },
      }
    },
  }
}

function without(failures: readonly number[], one: number): number[] {
  const index = failures.indexOf(one)
  return index < 0 ? [...failures] : failures.toSpliced(index, 1)
}
