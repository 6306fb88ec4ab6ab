import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, RowId } from '../contract/ids.ts'
import type { PlacedMessage } from '../mac/history/placed.ts'
import type { SkippedConversation } from '../store/journal/skipped-senders.ts'
import { listBlocked } from './list-blocked.ts'
import type { Services } from './services.ts'
import { conversationOf, historyOf, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const [anna, ben, club] = [
  conversationOf('any;-;+14155550100'),
  conversationOf('any;-;ben@example.org'),
  conversationOf('any;+;chat7', { display_name: 'Club' }),
]
const all = [anna, ben, club]
const placed = (rowids: readonly number[]) =>
  rowids.flatMap((rowid) => {
    const one = all[rowid - 1]
    if (one === undefined) return []
    const { guid, handle: address, category } = one
    const place = { conversation: guid as ConversationKey, conversation_guid: guid, address, category }
    return [{ message: { rowid }, ...place } as PlacedMessage]
  })
const contacts = { nameOf: () => undefined, hasPhoto: () => false } as Partial<
  Services['contacts']
> as Services['contacts']
const skipped = (rowid: number, more: Partial<SkippedConversation> = {}): SkippedConversation => ({
  rowid: rowid as RowId,
  outcome: 'out_of_scope',
  count: 2,
  ...more,
})

function blockedOf(found: readonly SkippedConversation[], config: object = {}, limit = 20) {
  const { services } = servicesOf({ history: historyOf(all, { placed }), contacts }, config)
  const journal = { ...services.journal, skippedSenders: (most: number) => found.slice(0, most) }
  return listBlocked({ limit }, { ...services, journal }, request)
}

it('lists people and groups that were not relayed, with count and reason', () => {
  expect(blockedOf([skipped(1), skipped(3, { count: 1 }), skipped(2, { outcome: 'junk' })])).toMatchObject([
    { handle: '+14155550100', kind: 'handle', reason: 'out_of_scope', messages: 2 },
    { handle: 'any;+;chat7', kind: 'group', display_name: 'Club', reason: 'out_of_scope', messages: 1 },
    { handle: 'ben@example.org', kind: 'handle', reason: 'junk' },
  ])
})

it('leaves out senders who are relayed by now, and deleted messages', () => {
  const whitelist = { handles: ['(415) 555-0100'], groups: ['chat7'] }
  expect(blockedOf([skipped(1), skipped(2), skipped(3), skipped(9)], { whitelist })).toMatchObject([
    { handle: 'ben@example.org' },
  ])
  const everyone = { relay: { scope: 'everyone' } }
  expect(blockedOf([skipped(1), skipped(2, { outcome: 'junk' })], everyone)).toMatchObject([
    { handle: 'ben@example.org', reason: 'junk' },
  ])
})

it('lists no more than requested', () => {
  expect(blockedOf([skipped(1), skipped(2), skipped(3)], {}, 2)).toHaveLength(2)
})
