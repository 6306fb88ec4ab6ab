/**
 * Reads the past for trials of rules, on a Mac a page at a time and with pauses, so that other requests wait only for
 * milliseconds.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { TriedMessage } from '../domain/rules/trial.ts'
import type { IncomingMessage } from '../mac/history/incoming.ts'
import { isInScope } from './conversation-scope.ts'
import type { Services } from './services.ts'

/** The past that rules are tried on: that of a Mac, or of all lines of a hub. */
export interface RulesPast<M extends TriedMessage = TriedMessage> {
  /** Yields received messages in the order in which they came. */
  since(sinceMs: number): AsyncGenerator<M, void, void>
  /** Undefined for a message that was deleted meanwhile. */
  find(rowid: number): M | undefined | Promise<M | undefined>
  /** Whether rules see the message. */
  isRelayed(message: M): boolean
  /** The addresses of the user, to which no rule replies. */
  selfHandles(): readonly string[]
  timeZone(): string
}

const pageSize = 200
/** After so much work the others have their turn. */
const sliceMs = 5

/** A message as the rules of the bridge would have been given it. */
type PastIncoming = IncomingMessage & TriedMessage

export function pastOfMac(services: Services): RulesPast<PastIncoming> {
  const { history, settings, messages, mac } = services
  return {
    since: (sinceMs) => pastMessages({ history }, sinceMs),
    find(rowid) {
      const [message] = history.incoming({ sinceMs: 0, rowid: rowid - 1, limit: 1 })
      return message?.rowid === rowid ? asJudged(message) : undefined
    },
    isRelayed: relayedOnly(services),
    selfHandles: () => [...messages.selfHandles(), ...settings.current().self_handles],
    timeZone: mac.timeZone,
  }
}

/** Returns received messages in the order of their ROWIDs. */
async function* pastMessages(
  { history }: Pick<Services, 'history'>,
  sinceMs: number,
): AsyncGenerator<PastIncoming, void, void> {
  let sliceEndsMs = performance.now() + sliceMs
  for (let rowid = 0; ; ) {
    const page = history.incoming({ sinceMs, rowid, limit: pageSize })
    if (page.length === 0) return
    for (const message of page) {
      if (performance.now() >= sliceEndsMs) {
        await yieldToOthers()
        sliceEndsMs = performance.now() + sliceMs
      }
      yield asJudged(message)
    }
    rowid = page.at(-1)?.rowid ?? rowid
    await yieldToOthers()
  }
}

const asJudged = (message: IncomingMessage): PastIncoming => ({
  ...message,
  chatGuid: message.conversation_guid,
})

/** Rules see the messages of relayed people only; whether somebody is one is decided once. */
function relayedOnly(services: Services): (message: IncomingMessage) => boolean {
  const known = new Map<string, boolean>()
  return ({ conversation_guid: guid, handle, isGroup, category }) => {
    const place = `${guid} ${handle}`
    const isRelayed =
      known.get(place) ?? isInScope({ guid, handle, is_group: isGroup, category }, { writer: handle }, services)
    known.set(place, isRelayed)
    return isRelayed
  }
}
