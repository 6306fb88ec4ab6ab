/** Opens a ledger in its own file for tests, with the orders, handovers and rows that they vary. */
import { join } from 'node:path'
import type { ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import type { RowStatus } from '../decisions/row-status.ts'
import type { HandoverEnd, HandoverId, Limits, Order, PartOrder, PossibleEcho, SendLedger } from './ledger.ts'
import { openSendLedger } from './open.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs
export const sentMs = Date.UTC(2026, 0, 2)
const bob = 'dm:+15550001' as ConversationKey
const wide: Limits = { perMinute: 100_000, sameTextPeople: 100_000 }

export const words = (text: string): PartOrder => ({ kind: 'text', text })
export const photo = (sha256 = 'a'.repeat(64)): PartOrder => ({
  kind: 'file',
  path: `/u/${sha256}`,
  name: 'a.jpg',
  sha256,
})

export function order(over: Partial<Order> = {}): Order {
  const createdAtMs = over.createdAtMs ?? sentMs
  return {
    by: 'owner',
    idempotencyKey: null,
    isConfirmed: false,
    conversation: bob,
    handle: '+15550001',
    chatGuid: null,
    service: null,
    parts: [words('hello')],
    createdAtMs,
    expiresAtMs: createdAtMs + 5 * minuteMs,
    ...over,
  }
}

export interface TestLedger extends SendLedger {
  path: string
  reports: unknown[]
  take(over?: Partial<Order>, limits?: Partial<Limits>): Send
  /** Hands over the next part and leaves its script running. */
  begin(atMs?: number): HandoverId
  /** Accepts an order and hands its first part over. */
  sending(over?: Partial<Order>): { id: string; handover: HandoverId }
  /** Returns a row like the one that a `sending` becomes; each call returns a different one. */
  row(over?: Partial<PossibleEcho>): PossibleEcho
  sentByUs(over?: Partial<PossibleEcho>): boolean
  /** Ends the script, successfully unless `how` is given. */
  end(id: HandoverId, how?: HandoverEnd, at?: { nowMs?: number; isFinal?: boolean }): void
  look(id: HandoverId, over?: Partial<RowStatus>, nowMs?: number): void
  stateOf(id: string): Send['state'] | undefined
}

/** Takes vitest's `onTestFinished` as a parameter, since a file that ships may not import a development tool. */
export function testLedger(
  folderOrPath: { folder: string } | { path: string },
  onTestFinished: (cleanUp: () => void) => void,
): TestLedger {
  const path = 'path' in folderOrPath ? folderOrPath.path : join(folderOrPath.folder, 'echo_log.db')
  const reports: unknown[] = []
  const ledger = openSendLedger({ path, onQuarantine: (report) => reports.push(report) })
  onTestFinished(ledger.close)
  let rows = 0
  const self: TestLedger = {
    ...ledger,
    path,
    reports,
    take: (over, limits) => ledger.accept(order(over), { ...wide, ...limits }).send,
    begin(atMs = sentMs) {
      const job = ledger.nextJob(atMs)
      if (job === undefined) throw new Error('nothing has its turn')
      const { send, part, service } = job
      const id = ledger.recordHandover({ send, part, service, afterRowid: 0 as RowId, atMs })
      if (id === undefined) throw new Error('it has no turn')
      return id
    },
    sending(over) {
      const { id } = self.take(over)
      return { id, handover: self.begin(over?.createdAtMs) }
    },
    row: (over) => ({
      conversation: bob,
      guid: `row-${++rows}` as MessageGuid,
      rowid: rows as RowId,
      text: 'hello',
      hasAttachments: false,
      sentAtMs: sentMs + 1_000,
      isFromMe: true,
      isSelfChat: false,
      ...over,
    }),
    sentByUs: (over) => ledger.claim(self.row(over), sentMs),
    end: (id, how = { is: 'handed_over' }, { nowMs = sentMs, isFinal = true } = {}) =>
      ledger.recordEnd(id, how, { nowMs, isFinal }),
    look: (id, over, nowMs = sentMs) =>
      ledger.recordStatus(id, { state: 'sent', error: 0, service: 'iMessage', chatGuid: null, ...over }, nowMs),
    stateOf: (id) => ledger.findSend(id)?.state,
  }
  return self
}
