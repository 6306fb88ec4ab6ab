import { expect, test } from 'vitest'
import type { LogEntry } from '../../../src/contract/log-entry.ts'
import { exported, masked } from './export.ts'
import { addressOf, filterIn, shownLines } from './filter.ts'
import { finderOf, problemIn } from './finder.ts'
import { itemsOf, nameOf } from './items.ts'
import { mostLines, noLines, withArrived } from './lines.ts'
import { momentOf } from './moments.ts'

const entry = (n: number, changes: Partial<LogEntry> = {}): LogEntry => ({
  ts: new Date(n * 1000).toISOString(),
  source: 'web',
  level: 'info',
  msg: `line ${n}`,
  ...changes,
})
const entries = (count: number, from = 0) => Array.from({ length: count }, (_, n) => entry(from + n))
const held = (count: number) => withArrived(noLines, { entries: entries(count), resumed: false })

test('the newest ten thousand lines are kept, each with its own number', () => {
  const { all } = withArrived(held(mostLines), { entries: entries(5, mostLines), resumed: false })
  expect([all.length, all[0]?.msg, all.at(-1)?.msg]).toEqual([mostLines, 'line 5', `line ${mostLines + 4}`])
  expect(new Set(all.map(({ id }) => id)).size).toBe(mostLines)
})

test('after an interruption no line is shown twice, and a gap shows its length', () => {
  const overlapping = withArrived(held(10), { entries: entries(10, 5), resumed: true })
  expect(overlapping.all.map(({ msg }) => msg)).toEqual(entries(15).map(({ msg }) => msg))
  expect(overlapping.all.some(({ gapS }) => gapS !== undefined)).toBe(false)
  const later = withArrived(held(10), { entries: entries(2, 47), resumed: true })
  expect(later.all[10]).toMatchObject({ msg: 'line 47', gapS: 38 })
})

test('known lines may be repeated in several batches', () => {
  const once = withArrived(held(10), { entries: entries(6), resumed: true })
  const twice = withArrived(once, { entries: entries(6, 6), resumed: false })
  expect(twice.all.map(({ msg }) => msg)).toEqual(entries(12).map(({ msg }) => msg))
})

test('lines are filtered by level, source and text', () => {
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
  expect(shown('?from=1970-01-01T00:00:02Z')).toEqual([2, 3])
  expect(shown('?to=1970-01-01T00:00:02Z&source=web')).toEqual([1, 2])
  expect(shownLines(all, filterIn('?last=1'), 62_500).map(({ id }) => id)).toEqual([3])
})

test('an invalid expression is searched literally', () => {
  expect(finderOf('/(/')?.finds('a /(/ b')).toBe(true)
  expect(problemIn('/(/')).toBe('Unterminated group')
  expect([problemIn('/x/'), problemIn('('), problemIn('')]).toEqual([undefined, undefined, undefined])
})

test('matches have positions, regardless of case', () => {
  expect(finderOf('a.b')?.matchesIn('A.B aab a.b')).toEqual([
    [0, 3],
    [8, 11],
  ])
  expect(finderOf('/a*/')?.matchesIn('baa')).toEqual([[1, 3]])
})

test('the neighbours of a line are shown although they do not match, and a gap before hidden lines is kept', () => {
  const { all } = withArrived(held(50), { entries: [entry(100), entry(101, { level: 'error' })], resumed: true })
  const shown = shownLines(all, filterIn('?level=error'))
  const kinds = (around?: number) => itemsOf({ all, shown, around }).map(({ kind }) => kind)
  expect(kinds()).toEqual(['gap', 'line'])
  expect(kinds(52)).toEqual([...Array(19).fill('line'), 'gap', 'line', 'line'])
})

test('a line is named by its time and content', () => {
  const line = entry(1)
  expect(nameOf(line)).toBe(nameOf({ ...line }))
  expect(nameOf(line)).not.toBe(nameOf({ ...line, msg: 'another' }))
})

test.each([
  ['utc', '2026-11-03T14:02:11.123Z', '14:02:11.123'],
  ['utc', '2026-11-02T14:02:11.123Z', '02/11 14:02:11.123'],
  ['relative', '2026-11-03T14:02:11.123Z', '58 min ago'],
] as const)('on the %s clock, %s is %s', (clock, ts, written) => {
  const nowMs = Date.parse('2026-11-03T15:00:30Z')
  expect(momentOf(ts, { clock, nowMs, locale: 'en-GB' })).toBe(written)
})

test('a filter is restored from the address that it produces', () => {
  const filter = { levels: ['warn' as const], sources: ['web', 'bridge'], text: 'a&b', highlightOnly: true }
  expect(filterIn(addressOf(filter))).toEqual(filter)
})

test('addresses and numbers are masked, times are not', () => {
  expect(masked('to anna@example.org and +1 (202) 555-0123 at 2026-11-03T14:02:11Z, 12 rows')).toBe(
    'to •••@••• and •••23 at 2026-11-03T14:02:11Z, 12 rows',
  )
})

test('an export is JSON Lines, CSV without formulas, or text', () => {
  const one = [entry(1, { msg: '=1+1, "x" from +12025550123' })]
  expect(JSON.parse(exported(one, { format: 'jsonl', maskHandles: false }))).toEqual(one[0])
  expect(exported(one, { format: 'csv', maskHandles: true })).toContain(`"'=1+1, ""x"" from •••23"`)
  for (const begin of ['+', '-', '@', '\t', '\r', '\n', '='])
    expect(exported([entry(1, { msg: `${begin}1` })], { format: 'csv', maskHandles: false })).toContain(`"'${begin}1"`)
  expect(exported(one, { format: 'txt', maskHandles: false })).toBe(
    '1970-01-01T00:00:01.000Z info web =1+1, "x" from +12025550123\n',
  )
})
