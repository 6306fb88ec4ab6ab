import { describe, expect, it } from 'vitest'
import { type Choice, parseQuery, type Query } from './query.ts'

const now = new Date(2026, 10, 21, 12).getTime()

function query(text: string): Query {
  const parsed = parseQuery(text, now)
  if (!parsed.ok) throw new Error(`${parsed.fault.column}: ${parsed.fault.reason}`)
  return parsed.query
}

/** Writes a query briefly: `a b` is a phrase, `a~` a prefix, `!` not, `|` or. */
const brief = (text: string): string =>
  query(text)
    .all.map((choices) => choices.map(briefChoice).join(' | '))
    .join(' & ')
function briefChoice({ term, not }: Choice): string {
  const sign = not ? '!' : ''
  if (term.kind === 'words') return `${sign}${term.needle.words.join(' ')}${term.needle.prefix ? '~' : ''}`
  return term.kind === 'facet' ? `${sign}#${term.facet}` : `${sign}${term.kind}=${term.value}`
}

it.each<[text: string, expected: string]>([
  ['cake', 'cake'],
  ['Cake tomorrow', 'cake & tomorrow'],
  ['"see you" soon', 'see you & soon'],
  ['“see you” soon', 'see you & soon'],
  ['"never closed', 'never closed'],
  ['sta*', 'sta~'],
  ['"see yo"*', 'see yo~'],
  ['-cake', '!cake'],
  ['tea -"with milk"', 'tea & !with milk'],
  ['tea OR coffee cake', 'tea | coffee & cake'],
  ['tea AND coffee', 'tea & coffee'],
  ['or and', 'or & and'],
  ['OR tea OR', 'tea'],
  ['don’t', 'don t'],
  ['me@example.com', 'me example com'],
  ['https://example.com', 'https example com'],
  ['note: 20:45', 'note & 20 45'],
  ['12:30', '12 30'],
  ['localhost:8080/app', 'localhost 8080 app'],
  ['score:12', 'score 12'],
  ['mailto:me@example.com', 'mailto me example com'],
  ['"frm:anna"', 'frm anna'],
  ['a:b', 'a b'],
  ['from:anna', 'from=anna'],
  ['FROM:"Anna Bell" -in:Family', 'from=Anna Bell & !in=Family'],
  ['from:+12025550123', 'from=+12025550123'],
  ['in:iMessage;-;+12025550123', 'in=iMessage;-;+12025550123'],
  ['has:photo OR has:video', '#image | #video'],
  ['is:direct -is:direct', '!#group & #group'],
  ['-is:sent', '!#sent'],
  ['-', ''],
  ['… !!! *', ''],
  ['', ''],
  ['東京', '東京'],
  ['東京タワー', '東京 京タ タワ ワー'],
  ['駅', '駅~'],
  ['我用iPhone', '我用 用 iphone'],
  ['iPhone打', 'iphone 打~'],
  ['학교', '학교~'],
  ['👍🏽', '👍'],
])('%j is parsed to %j', (text, expected) => {
  expect(brief(text)).toBe(expected)
})

describe('dates', () => {
  const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
  it.each<[text: string, sinceMs: number, beforeMs: number]>([
    ['before:2024', -Infinity, day(2024, 1, 1)],
    ['after:2024', day(2025, 1, 1), Infinity],
    ['on:2024', day(2024, 1, 1), day(2025, 1, 1)],
    ['on:2024-02', day(2024, 2, 1), day(2024, 3, 1)],
    ['on:2024-2-29', day(2024, 2, 29), day(2024, 3, 1)],
    ['after:2023-12-31 before:2024-02-01', day(2024, 1, 1), day(2024, 2, 1)],
    ['on:today', day(2026, 11, 21), day(2026, 11, 22)],
    ['on:Yesterday', day(2026, 11, 20), day(2026, 11, 21)],
  ])('%s is a period of local time', (text, sinceMs, beforeMs) => {
    expect(query(text)).toMatchObject({ all: [], sinceMs, beforeMs })
  })
})

it.each<[text: string, column: number, reason: string]>([
  ['cake has:money', 6, 'has: takes one of attachment,'],
  ['is:unread', 1, 'is: takes one of sent,'],
  ['frm:anna', 1, 'There is no condition "frm". Did you mean from?'],
  ['boat -frm:"Anna Keller"', 6, 'Did you mean from?'],
  ['befor:2024-05', 1, 'Did you mean before?'],
  ['frm:+12025550123', 1, 'Did you mean from?'],
  ['frm:2025550123', 1, 'Did you mean from?'],
  [
    'subject:dinner',
    1,
    'There are from, in, has, is, before, after, on. To search for these words, put them in quotes.',
  ],
  ['has:constructor', 1, 'has: takes one of'],
  ['from: anna', 1, 'from: takes a name or an address'],
  ['a in:""', 3, 'in: takes a name'],
  ['before:soon', 1, 'before: takes a day'],
  ['on:2023-02-29', 1, 'on: takes a day'],
  ['on:2023-13', 1, 'on: takes a day'],
  ['after:__proto__', 1, 'after: takes a day'],
  ['tea -on:2024', 5, 'A date cannot be excluded'],
  ['tea OR before:2024', 8, 'A date cannot stand after OR'],
  [Array.from({ length: 70 }, (_, n) => `w${n}`).join(' '), 247, 'A search has at most 64'],
])('%j is refused with the column of the fault', (text, column, reason) => {
  const parsed = parseQuery(text, now)
  expect(parsed.ok ? undefined : parsed.fault).toEqual({ column, reason: expect.stringContaining(reason) })
})

it('terminates for any text', () => {
  const characters = ' "“”-*:orfmhasi\u0000é東駅👍;()|ORAND2024-'
  let seed = 3
  for (let n = 0; n < 20_000; n++) {
    const text = Array.from({ length: 12 }, () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return characters.charAt((seed >>> 8) % characters.length)
    }).join('')
    expect(parseQuery(text, now)).toBeDefined()
  }
})
