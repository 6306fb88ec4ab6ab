import { expect, test } from 'vitest'
import { balanceOf, isClean, type Ledger } from './balance.ts'

const ledger = (more: Partial<Ledger> = {}): Ledger => ({
  said: new Map([['anna', ['a1', 'a2']]]),
  arrived: [
    { text: 'a1', id: '1' },
    { text: 'a2', id: '2' },
  ],
  ordered: new Map([['s1', 'sent']]),
  wentOut: ['s1'],
  ...more,
})

test('messages that arrived once and in order, and sends that match their reported state, are clean', () => {
  const balance = balanceOf(ledger())
  expect(balance).toMatchObject({ lost: [], replayed: [], duplicated: [], repeated: 0, sentTwice: [], wronglyTold: [] })
  expect(isClean(balance)).toBe(true)
})

test.each<[string, Partial<Ledger>, object]>([
  ['a message that did not arrive', { arrived: [{ text: 'a1', id: '1' }] }, { lost: ['a2'] }],
  [
    'one that nobody has said now',
    { arrived: [...ledger().arrived, { text: 'of last year', id: '3' }] },
    { replayed: ['of last year'] },
  ],
  [
    'one that came twice as two',
    { arrived: [...ledger().arrived, { text: 'a2', id: '3' }] },
    { duplicated: ['a2'], repeated: 0 },
  ],
  [
    'one that came before another of the same person',
    { arrived: ledger().arrived.toReversed() },
    { outOfOrder: ['a1'] },
  ],
  ['a text that went twice', { wentOut: ['s1', 's1'] }, { sentTwice: ['s1'] }],
  ['one that is said to have gone and did not', { wentOut: [] }, { wronglyTold: ['s1: sent, went 0 ×'] }],
  [
    'one that went and is said to have failed',
    { ordered: new Map([['s1', 'failed']]) },
    { wronglyTold: ['s1: failed, went 1 ×'] },
  ],
  [
    'one of which nothing is said',
    { ordered: new Map([['s1', undefined]]) },
    { wronglyTold: ['s1: undefined, went 1 ×'] },
  ],
])('%s is found', (_what, more, found) => {
  const balance = balanceOf(ledger(more))
  expect(balance).toMatchObject(found)
  expect(isClean(balance)).toBe(false)
})

test('a repeated delivery under the same id is counted, and an uncertain send is not a fault', () => {
  const balance = balanceOf(
    ledger({ arrived: [...ledger().arrived, { text: 'a2', id: '2' }], ordered: new Map([['s1', 'uncertain']]) }),
  )
  expect(balance).toMatchObject({ repeated: 1, uncertain: 1 })
  expect(isClean(balance)).toBe(true)
})
