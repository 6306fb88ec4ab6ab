import { describe, expect, it, test } from 'vitest'
import type { SendState } from '../../contract/send.ts'
import { type HandoverFacts, isNewer, type PartFacts, partOutcome, type RowState, sendOutcome } from './send-state.ts'

const row = (state: RowState, error = 0): HandoverFacts['row'] => ({ state, error })
const handover = (over: Partial<HandoverFacts> = {}): PartFacts => ({
  is: 'out',
  handover: { end: 'handed_over', number: null, row: null, ...over },
})
const failed = { code: 'chat_not_loaded', number: -1728 } as const

describe('the outcome of a part', () => {
  it.each<[string, PartFacts, PartOutcome]>([
    ['nothing of it was handed over', { is: 'waiting' }, ['waiting']],
    ['it is to be sent as SMS', { is: 'fallback' }, ['queued']],
    ['it is never handed over', { is: 'dropped', as: 'failed', failure: failed }, ['failed', 'chat_not_loaded', -1728]],
    ['its script runs', handover({ end: null }), ['handed_over']],
    ['its script ended well', handover(), ['handed_over']],
    ['its script died unseen', handover({ end: 'abandoned' }), ['handed_over']],
    [
      'its script ended no one knows how',
      handover({ end: 'uncertain', number: -1712 }),
      ['uncertain', 'send_uncertain', -1712],
    ],
    ['Messages made a ghost of it', handover({ end: 'ghost' }), ['failed', 'ghost_row', null]],
    ['its row is there before its script ended', handover({ end: null, row: row('landed') }), ['landed']],
    ['its row is there although nobody believed it', handover({ end: 'uncertain', row: row('sent') }), ['sent']],
    ['its row is read', handover({ row: row('read') }), ['read']],
    ['nobody has that address', handover({ row: row('failed', 22) }), ['failed', 'recipient_unreachable', 22]],
    ['Messages could not read the file', handover({ row: row('failed', 25) }), ['failed', 'file_unreadable', 25]],
    ['its row has another error', handover({ row: row('failed', 43) }), ['failed', 'send_failed', 43]],
    ['its row failed without one', handover({ row: row('failed') }), ['failed', 'send_failed', null]],
  ])('%s', (_what, facts, [state, code, number = null]) => {
    const failure = code === undefined ? null : { code, number }
    expect(partOutcome(facts)).toEqual({ state, failure })
  })
})

type PartOutcome = [state: string, code?: string, number?: number | null]
type State = SendState | 'waiting'

describe('the outcome of a send', () => {
  it.each<[State[], SendState]>([
    [['waiting'], 'queued'],
    [['queued'], 'queued'],
    [['handed_over'], 'handed_over'],
    [['read'], 'read'],
    [['failed'], 'failed'],
    [['uncertain'], 'uncertain'],
    [['waiting', 'waiting'], 'queued'],
    [['handed_over', 'waiting'], 'handed_over'],
    [['read', 'waiting'], 'handed_over'],
    [['queued', 'waiting'], 'queued'],
    [['queued', 'delivered'], 'queued'],
    [['landed', 'handed_over'], 'handed_over'],
    [['delivered', 'sent'], 'sent'],
    [['read', 'read'], 'read'],
    [['uncertain', 'read'], 'uncertain'],
    [['uncertain', 'failed'], 'failed'],
    [['failed', 'queued'], 'failed'],
  ])('with parts that are %j the send is %s', (states, expected) => {
    expect(sendOutcome(states.map((state) => ({ state, failure: null }))).state).toBe(expected)
  })

  it('the failure of a send is that of the first part that failed', () => {
    const uncertain = { state: 'uncertain', failure: { code: 'send_uncertain', number: null } } as const
    expect(sendOutcome([uncertain, { state: 'failed', failure: failed }])).toEqual({ state: 'failed', failure: failed })
    expect(sendOutcome([{ state: 'sent', failure: null }, uncertain])).toEqual(uncertain)
  })
})

test.each<[RowState, RowState, boolean]>([
  ['landed', 'sent', true],
  ['sent', 'sent', true],
  ['delivered', 'sent', false],
  ['read', 'delivered', false],
  ['landed', 'failed', true],
  ['failed', 'sent', true],
  ['failed', 'landed', true],
])('after %s, a snapshot with %s is newer: %s', (before, after, expected) => {
  expect(isNewer(before, after)).toBe(expected)
})
