/**
 * Addresses under which a frame loads a plugin's files. It has neither cookie nor origin, so the address itself says who may:
 * made for one plugin and one caller, worthless once the caller is signed out, for half a day at most.
 */
import { randomBytes } from 'node:crypto'
import type { Caller } from '../../actions/action.ts'

export interface FrameTickets {
  make(plugin: string, caller: Caller): string
  /** Whether it is of this plugin and still good. */
  admits(plugin: string, ticket: string): boolean
}

interface Made {
  plugin: string
  caller: Caller
  untilMs: number
}

const ticketBytes = 24
const lifetimeMs = 12 * 60 * 60 * 1_000
const mostKept = 1_000

export function frameTickets({
  stillAdmitted,
  nowMs,
}: {
  stillAdmitted(caller: Caller): boolean
  nowMs(): number
}): FrameTickets {
  const made = new Map<string, Made>()
  return {
    make(plugin, caller) {
      const ticket = randomBytes(ticketBytes).toString('base64url')
      made.set(ticket, { plugin, caller, untilMs: nowMs() + lifetimeMs })
      const [oldest] = made.keys()
      if (made.size > mostKept && oldest !== undefined) made.delete(oldest)
      return ticket
    },
    admits(plugin, ticket) {
      const found = made.get(ticket)
      if (found === undefined || found.plugin !== plugin) return false
      if (nowMs() < found.untilMs && stillAdmitted(found.caller)) return true
      made.delete(ticket)
      return false
    },
  }
}
