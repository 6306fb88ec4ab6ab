/** Reads the past for trials of rules, a page at a time and with pauses, so that other requests wait only for milliseconds. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { TriedMessage } from '../domain/rules/trial.ts'
import type { IncomingMessage } from '../mac/history/incoming.ts'
import type { Services } from './services.ts'

const pageSize = 200
/** After so much work the others have their turn. */
const sliceMs = 5

/** A message as the rules of the bridge would have been given it. */
export type PastIncoming = IncomingMessage & TriedMessage

/** Returns received messages in the order of their ROWIDs. */
export async function* pastMessages(
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

export const asJudged = (message: IncomingMessage): PastIncoming => ({
  ...message,
  chatGuid: message.conversation_guid,
})
