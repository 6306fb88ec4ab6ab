import { expect, test } from 'vitest'
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { exported, masked } from './export.ts'
import { addressOf, filterIn, finderOf, shownLines } from './filter.ts'
import { mostLines, noLines, withArrived } from './lines.ts'

const entry = (n: number, changes: Partial<LogEntry> = {}): LogEntry => ({
  ...{ ts: new Date(n * 1000).toISOString(), source: 'web', level: 'info', msg: `line ${n}` },
  ...changes,
})
const entries = (count: number, from = 0) => Array.from({ length: count }, (_, n) => entry(from + n))
const held = (count: number) => withArrived(noLines, { entries: entries(count), resumed: false })

test('the newest ten thousand are kept, each under a number of its own', () => {
  const { all } = withArrived(held(mostLines), { entries: entries(5, mostLines), resumed: false })
  expect([all.length, all[0]?.msg, all.at(-1)?.msg]).toEqual([mostLines, 'line 5', `line ${mostLines + 4}`])
  expect(new Set(all.map(({ id }) => id)).size).toBe(mostLines)
})

test('after an interruption nothing is shown twice, and a gap says how long it was', () => {
  const overlapping = withArrived(held(10), { entries: entries(10, 5), resumed: true })
  expect(overlapping.all.map(({ msg }) => msg)).toEqual(entries(15).map(({ msg }) => msg))
  expect(overlapping.all.some(({ gapS }) => gapS !== undefined)).toBe(false)
  const later = withArrived(held(10), { entries: entries(2, 47), resumed: true })
  expect(later.all[10]).toMatchObject({ msg: 'line 47', gapS: 38 })
})

test('lines are chosen by level, source and words', () => {
  const { all } = withArrived(noLines, {
    entries: [entry(1), entry(2, { level: 'error', msg: 'Disk full' }), entry(3, { source: 'bridge' })],
    resumed: false,
  })
  const shown = (search: string) => shownLines(all, filterIn(search)).map(({ id }) => id)
  expect(shown('')).toEqual([1, 2, 3])
  expect(shown('?level=error,warn')).toEqual([2])
  expect(shown('?source=bridge')).toEqual([3])
  expect(shown('?q=disk')).toEqual([2])
  expect(shown('?q=disk&mark=1')).toEqual([1, 2, 3])
  expect(shown('?q=/^line [13]$/')).toEqual([1, 3])
})

test('an expression that is none is looked for as it stands', () => {
  expect(finderOf('/(/')?.('a /(/ b')).toBe(true)
})

test('a filter comes back from the address that it makes', () => {
  const filter = { levels: ['warn' as const], sources: ['web', 'bridge'], text: 'a&b', highlightOnly: true }
  expect(filterIn(addressOf(filter))).toEqual(filter)
})

test('addresses and numbers are masked, times are not', () => {
  expect(masked('to anna@example.org and +1 (202) 555-0123 at 2026-11-03T14:02:11Z, 12 rows')).toBe(
    'to •••@••• and •••23 at 2026-11-03T14:02:11Z, 12 rows',
  )
})

test('what is taken along is lines of JSON, a table without formulas, or text', () => {
  const one = [entry(1, { msg: '=1+1, "x" from +12025550123' })]
  expect(JSON.parse(exported(one, { format: 'jsonl', maskHandles: false }))).toEqual(one[0])
  expect(exported(one, { format: 'csv', maskHandles: true })).toContain(`"'=1+1, ""x"" from •••23"`)
  expect(exported(one, { format: 'txt', maskHandles: false })).toBe(
    '1970-01-01T00:00:01.000Z info web =1+1, "x" from +12025550123\n',
  )
})
