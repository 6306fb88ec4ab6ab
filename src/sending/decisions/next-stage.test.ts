import { expect, it } from 'vitest'
import { nextStage, type Turn } from './next-stage.ts'
import type { HandoverFacts, PartFacts } from './send-state.ts'

const out = (over: Partial<HandoverFacts>): PartFacts => ({
  is: 'out',
  handover: { end: 'handed_over', number: null, row: null, ...over },
})
const failure = { code: 'send_expired', number: null } as const

it.each<[string, PartFacts | undefined, Turn]>([
  ['the first part has its turn', undefined, { is: 'ready' }],
  ['nothing overtakes what waits', { is: 'waiting' }, { is: 'later' }],
  ['nothing overtakes what is to be sent as SMS', { is: 'fallback' }, { is: 'later' }],
  ['nothing begins while a script runs', out({ end: null }), { is: 'later' }],
  ['what Messages took is followed at once', out({}), { is: 'ready' }],
  ['a script that nobody saw end is not', out({ end: 'abandoned' }), { is: 'later' }],
  ['until its row is there', out({ end: 'abandoned', row: { state: 'landed', error: 0 } }), { is: 'ready' }],
  ['what failed in Messages may go after all', out({ row: { state: 'failed', error: 22 } }), { is: 'held' }],
  ['behind a ghost nothing goes', out({ end: 'ghost' }), { is: 'held' }],
  [
    'behind what is uncertain nothing goes',
    out({ end: 'uncertain', number: -1712 }),
    { is: 'dropped', as: 'uncertain', failure: { code: 'send_uncertain', number: -1712 } },
  ],
  [
    'behind what was given up nothing goes, for the same reason',
    { is: 'dropped', as: 'failed', failure },
    { is: 'dropped', as: 'failed', failure },
  ],
])('%s', (_claim, before, expected) => {
  expect(nextStage(before)).toEqual(expected)
})
