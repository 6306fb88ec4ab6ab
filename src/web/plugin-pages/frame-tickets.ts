/**
 * Tickets: addresses under which a frame loads a plugin's files. A frame has neither cookie nor origin, so the address
 * itself grants access. It is made for one plugin and one caller, and is valid until the caller is signed out, at most
 * half a day.
 */
import { randomBytes } from 'node:crypto'
import type { Caller } from '../../actions/action.ts'

export interface FrameTickets {
  /** Returns the same ticket for half of its life, since a caller opens many frames of one plugin. */
  make(plugin: string, caller: Caller): string
  /** Whether the ticket belongs to this plugin and is still valid. */
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
      for (const [ticket, known] of made)
        if (isOf(known, plugin, caller) && known.untilMs - nowMs() > lifetimeMs / 2) return ticket
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

const isOf = (made: Made, plugin: string, { via, id }: Caller): boolean =>
  made.plugin === plugin && made.caller.via === via && made.caller.id === id
