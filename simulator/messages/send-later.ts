// Simulates Send Later: a row with a future date, which is sent, rescheduled or cancelled.

import { appleNanoseconds } from './apple-time.ts'
import { findMessage, type MessageName } from './find-message.ts'
import { type Outgoing, send } from './send.ts'
import type { Writer, Written } from './writer.ts'

const pending = { schedule_type: 2, schedule_state: 1 } as const

export function sendLater(writer: Writer, { dueMs, ...outgoing }: Outgoing & { dueMs: number }): Written {
  if (writer.macos < 15) throw new Error(`macOS ${writer.macos} has no Send Later`)
  const columns = { ...outgoing.columns, ...pending }
  return send(writer, { ...outgoing, atMs: dueMs, state: 'sending', columns })
}

export function reschedule(writer: Writer, { message, dueMs }: { message: MessageName; dueMs: number }): void {
  writer.update('message', findMessage(writer, message).rowid, { date: appleNanoseconds(dueMs), schedule_state: 2 })
}

/** Sends a scheduled message, which from now on is like any other. */
export function scheduledGoesOut(writer: Writer, { message, atMs }: { message: MessageName; atMs?: number }): Written {
  const { rowid, guid, chatGuid } = findMessage(writer, message)
  const date = appleNanoseconds(atMs ?? writer.nowMs())
  writer.update('message', rowid, { date, schedule_type: 0, schedule_state: 0, is_sent: 1 })
  return { rowid, guid, chatGuid }
}

/** Deletes the row, as cancelling does. */
export function cancelScheduled(writer: Writer, { message }: { message: MessageName }): void {
  writer.run('DELETE FROM message WHERE ROWID = ?', findMessage(writer, message).rowid)
}
