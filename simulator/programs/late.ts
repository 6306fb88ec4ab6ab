/**
 * Lets messages land that Messages was slow to write: when they are due, in the order in which they were handed over.
 */
import { land, landCopy } from '../live/network.ts'
import { allUnderWay, arrived, putUnderWay } from '../live/under-way.ts'
import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { SendRequest, Target } from './messages-app.ts'
import { outgoingOf } from './outgoing.ts'

export interface SlowMac {
  readonly home: string
  readonly messages: Messages
  readonly self: Self
}

export function landLate({ home, messages, self }: SlowMac, nowMs = Date.now()): void {
  for (const { late, ...message } of allUnderWay(home)) {
    if (late === undefined || late.landsAtMs > nowMs) continue
    if (late.isCopy) {
      arrived(home, message.guid)
      landCopy(messages, self, outgoingOf(late.request))
      continue
    }
    putUnderWay(home, message)
    land(messages, self, { ...outgoingOf(late.request), guid: message.guid })
  }
}

/** Unix milliseconds when the last message that this one must not overtake lands; 0 if nothing is late. */
export function lastLateMs(home: string, { target }: SendRequest): number {
  const before = allUnderWay(home).flatMap(({ late }) =>
    late && !late.isCopy && isSame(late.request.target, target) ? late : [],
  )
  return Math.max(0, ...before.map(({ landsAtMs }) => landsAtMs))
}

const isSame = (one: Target, other: Target): boolean => addressOf(one) === addressOf(other)

/** Returns the address, or the end of the guid of a chat. */
const addressOf = (target: Target) => ('guid' in target ? target.guid.split(';').at(-1) : target.handle)
