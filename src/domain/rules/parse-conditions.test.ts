import { expect, test } from 'vitest'
import { longestConditions } from '../../contract/limits.ts'
import { ServiceError } from '../service-error.ts'
import type { Condition } from './condition.ts'
import { parseConditions } from './parse-conditions.ts'
import { writeConditions } from './write-conditions.ts'

const term = (is: 'from' | 'contains' | 'exact' | 'group', value: string): Condition => ({ is, value })
const [a, b, c] = [term('contains', 'a'), term('contains', 'b'), term('contains', 'c')] as const
const anna = term('from', 'Anna')

test.each<[string, Condition]>([
  ['from:Anna', anna],
  ['from:Anna AND contains:a', { is: 'and', of: [anna, a] }],
  ['from:Anna contains:a', { is: 'and', of: [anna, a] }],
  ['from:Anna Berg AND contains:a', { is: 'and', of: [term('from', 'Anna Berg'), a] }],
  ['from:Anna Berg contains:a', { is: 'and', of: [term('from', 'Anna Berg'), a] }],
  [
    'from:Anna Berg and not group:Hiking 2026 🥾',
    {
      is: 'and',
      of: [term('from', 'Anna Berg'), { is: 'not', of: term('group', 'Hiking 2026 🥾') }],
    },
  ],
  [
    '(from:Anna Berg OR from:Ben) contains:a',
    {
      is: 'and',
      of: [{ is: 'or', of: [term('from', 'Anna Berg'), term('from', 'Ben')] }, a],
    },
  ],
  ['contains:meet at 10:30  sharp ', term('contains', 'meet at 10:30  sharp')],
  ['contains:sand or contains:oreo', { is: 'or', of: [term('contains', 'sand'), term('contains', 'oreo')] }],
  ['contains:NOT', term('contains', 'NOT')],
  ['from:+1 202 555 0123', term('from', '+1 202 555 0123')],
  ['in:group contains:a', { is: 'and', of: [{ is: 'in', value: 'group' }, a] }],
  ['contains:a OR contains:b contains:c', { is: 'or', of: [a, { is: 'and', of: [b, c] }] }],
  ['(contains:a OR contains:b) contains:c', { is: 'and', of: [{ is: 'or', of: [a, b] }, c] }],
  ['NOT contains:a contains:b', { is: 'and', of: [{ is: 'not', of: a }, b] }],
  ['NOT (contains:a AND contains:b)', { is: 'not', of: { is: 'and', of: [a, b] } }],
  ['NOT (NOT contains:a)', { is: 'not', of: { is: 'not', of: a } }],
  ['((contains:a))', a],
  [
    'contains:a and contains:b oR nOt contains:c',
    {
      is: 'or',
      of: [
        { is: 'and', of: [a, b] },
        { is: 'not', of: c },
      ],
    },
  ],
  ['FROM:Anna In:GROUP', { is: 'and', of: [anna, { is: 'in', value: 'group' }] }],
  ['in:"direct"', { is: 'in', value: 'direct' }],
  ['\n\tcontains:a\u00a0\r\n contains:b ', { is: 'and', of: [a, b] }],
  ['category:transaction contains:a', { is: 'and', of: [{ is: 'category', value: 'transaction' }, a] }],
  ['group:Hiking', term('group', 'Hiking')],
  ['exact:"yes, please"', term('exact', 'yes, please')],
  ['contains:"a \\"word\\" and a \\\\"', term('contains', 'a "word" and a \\')],
  ['contains:"(a OR b)"', term('contains', '(a OR b)')],
  ['contains:C:\\Temp', term('contains', 'C:\\Temp')],
  ['contains:and', term('contains', 'and')],
  ['from:+12025550123', term('from', '+12025550123')],
  ['from:"+1 (202) 555-0123"', term('from', '+1 (202) 555-0123')],
  ['contains:寿司 from:"أحمد"', { is: 'and', of: [term('contains', '寿司'), term('from', 'أحمد')] }],
])('%s', (text, condition) => {
  expect(parseConditions(text)).toEqual(condition)
})

test.each([
  ['', 1, 'condition missing'],
  ['   ', 4, 'condition missing'],
  ['hello', 1, 'a word needs contains: before it'],
  ['in:group hello', 10, 'a word needs contains: before it'],
  ['from:"Anna" Berg', 13, 'a word needs contains: before it'],
  ['(from:Anna) Berg', 13, 'a word needs contains: before it'],
  ['from:Anna Berg contians:a', 16, 'conditions begin with from: contains: exact: group: in: category: or line:'],
  ['from:Anna and Berg', 15, 'a word needs contains: before it'],
  ['contains:a "b c"', 12, 'quoted text needs contains: before it'],
  ['subject:x', 1, 'conditions begin with from: contains: exact: group: in: category: or line:'],
  [':x', 1, 'conditions begin with from: contains: exact: group: in: category: or line:'],
  ['from:', 6, 'value missing after the colon'],
  ['from: Anna', 6, 'value missing after the colon'],
  ['from:"  "', 6, 'value missing after the colon'],
  ['category:spam', 10, 'category: takes known, unknown, junk, transaction, promotion, other'],
  ['in:house', 4, 'in: takes group or direct'],
  ['contains:"a', 10, 'quote not closed'],
  ['contains:"a\\"', 10, 'quote not closed'],
  ['contains:"a\\', 10, 'quote not closed'],
  ['contains:a AND', 15, 'condition missing'],
  ['AND contains:a', 1, 'condition missing'],
  ['contains:a OR OR contains:b', 15, 'condition missing'],
  ['NOT NOT contains:a', 5, 'condition missing'],
  ['NOT', 4, 'condition missing'],
  ['()', 2, 'condition missing'],
  ['contains:x (contains:a', 12, 'parenthesis not closed'],
  ['contains:a) contains:b', 11, 'no parenthesis to close'],
])('%s is refused at column %i', (text, column, reason) => {
  expect(() => parseConditions(text)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      details: expect.objectContaining({ path: 'conditions', column, reason }),
    }),
  )
})

const nested = (depth: number) => `${'('.repeat(depth)}contains:a${')'.repeat(depth)}`

test('parentheses may be nested up to 32 deep', () => {
  expect(parseConditions(nested(32))).toEqual(a)
  expect(() => parseConditions(nested(33))).toThrow('column 33: parentheses nested more than 32 deep')
})

test('conditions beyond the longest length are refused, however they begin', () => {
  expect(() => parseConditions('('.repeat(1_048_576))).toThrow(`at column ${longestConditions + 1}`)
  expect(parseConditions(`contains:${'a'.repeat(longestConditions - 9)}`)).toMatchObject({ is: 'contains' })
})

/** Writes a condition in one fixed way. */
function written(condition: Condition): string {
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.of.map(inParentheses).join(` ${condition.is.toUpperCase()} `)
    case 'not':
      return `NOT ${inParentheses(condition.of)}`
    default:
      return `${condition.is}:"${condition.value.replace(/[\\"]/g, '\\$&')}"`
  }
}

const inParentheses = (condition: Condition): string =>
  'of' in condition ? `(${written(condition)})` : written(condition)

/** xorshift32, so that a failure can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const one = <T>(below: (n: number) => number, of: readonly T[]): T => of[below(of.length)] as T

const values = [
  'a',
  'Anna Smith',
  'Anna  Smith',
  'say "hi"',
  '\\',
  ')',
  'OR',
  'né',
  '👩‍🚀',
  '\u202e',
  'fish and chips',
  'Anna or',
  'not',
  'at 10:30',
  'see to:x',
  'in:group',
  ' a',
  'a\u00a0',
  'and in:group',
  '"Anna" Berg',
  'Anna "Berg"',
  ': x',
  'a :',
]

function randomCondition(below: (n: number) => number, depth: number): Condition {
  const kind = depth === 0 ? 3 : below(6)
  if (kind > 2) {
    const is = one(below, ['from', 'contains', 'exact', 'group', 'in', 'category'] as const)
    if (is === 'category') return { is, value: one(below, ['known', 'transaction'] as const) }
    if (is === 'in') return { is, value: one(below, ['group', 'direct'] as const) }
    return { is, value: one(below, values) }
  }
  const inner = () => randomCondition(below, depth - 1)
  if (kind === 0) return { is: 'not', of: inner() }
  return { is: kind === 1 ? 'and' : 'or', of: Array.from({ length: 2 + below(3) }, inner) }
}

test('a condition that is written and parsed again is the same', () => {
  const below = numbers(1)
  for (let round = 0; round < 2_000; round++) {
    const condition = randomCondition(below, 4)
    for (const text of [written(condition), writeConditions(condition)])
      if (text.length <= longestConditions) expect(parseConditions(text)).toEqual(condition)
  }
})

test('omits quotes and parentheses that are not needed', () => {
  const short = 'from:Anna Smith AND (contains:a OR NOT contains:b) AND in:group'
  expect(writeConditions(parseConditions(`((from:"Anna Smith") (contains:"a" OR (NOT contains:b)) in:group)`))).toBe(
    short,
  )
})

const scraps = [
  'from:',
  'contains:',
  'exact:',
  'group:',
  'in:',
  'in:group',
  'AND',
  'OR',
  'NOT',
  'and',
  ' ',
  '  ',
  '\n',
  '(',
  ')',
  '"',
  '\\',
  '\\"',
  ':',
  'x',
  'Anna',
  '\0',
  '\ud800',
  '\udc00',
  '𝒳',
  'İ',
  'ß',
  '\u202e',
  '\ufeff',
  '__proto__:',
]

test('a hundred thousand strings are either parsed or refused at a column within them', () => {
  const below = numbers(2)
  let understood = 0
  for (let round = 0; round < 100_000; round++) {
    const text = Array.from({ length: below(14) }, () => one(below, scraps)).join('')
    try {
      parseConditions(text)
      understood++
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_request') throw error
      const column = Number(error.details.column)
      if (!(column >= 1 && column <= text.length + 1)) expect.fail(`column ${column} of ${JSON.stringify(text)}`)
    }
  }
  expect(understood).toBeGreaterThan(1_000)
})
