import { expect, test } from 'vitest'
import { isLevel, leastSquaresSlopeOf, levelsOf, slopeOf } from './levels.ts'
import { fileNames, processNames, type Sample } from './sample.ts'

/** Makes samples in which everything is level except the given quantities, which grow by this much in an hour. */
const day = (
  grows: { residentMb?: number; keptMb?: number; descriptors?: number; walMb?: number } = {},
  messagesPerSample = 1_000,
): Sample[] =>
  Array.from({ length: 81 }, (_, place) => {
    const atH = place / 10
    const one = {
      residentMb: 100 + atH * (grows.residentMb ?? 0),
      ownMb: 50,
      keptMb: 20 + atH * (grows.keptMb ?? 0),
      descriptors: 40 + atH * (grows.descriptors ?? 0),
      threads: 10,
    }
    const processes = Object.fromEntries(processNames.map((name) => [name, one]))
    const sizes = Object.fromEntries(fileNames.map((name) => [name, 4])) as Sample['files']
    const files = {
      ...sizes,
      'chat.db-wal': 4 + atH * (grows.walMb ?? 0),
      'journal.db': atH,
      'temporary files': place % 8,
    }
    return { atH, messages: place * messagesPerSample, processes, files }
  })

const tooMuch = (samples: Sample[]) =>
  levelsOf(samples)
    .filter((level) => !isLevel(level))
    .map(({ what }) => what)

test('a day on which everything stays as it was is level', () => expect(tooMuch(day())).toEqual([]))

test.each([
  [{ residentMb: 1.1 }, ['memory, bridge', 'memory, web', 'memory, plugins']],
  [
    { keptMb: 0.21 },
    ['memory after collection, bridge', 'memory after collection, web', 'memory after collection, plugins'],
  ],
  [{ descriptors: 0.3 }, ['descriptors, bridge', 'descriptors, web', 'descriptors, plugins']],
  [{ walMb: 10 }, ['chat.db-wal']],
])('growth of %j is detected', (grows, found) => expect(tooMuch(day(grows))).toEqual(found))

test('memory left after a collection counts only once the bridge has as many rows as it remembers', () => {
  const keptOn = (samples: Sample[]) => levelsOf(samples).filter(({ what }) => what.startsWith('memory after'))
  const filling = day({ keptMb: 0.5 }, 500).map((sample) => {
    const { messages, processes } = sample
    if (messages < 22_000) return sample
    const full = Object.fromEntries(processNames.map((name) => [name, { ...processes[name], keptMb: 22 }]))
    return { ...sample, processes: full } as Sample
  })
  expect(keptOn(filling).filter((level) => !isLevel(level))).toEqual([])
  expect(keptOn(day({ keptMb: 0.5 }, 100))).toEqual([])
})

test('a decrease in the first half does not count', () => {
  const samples = day().map((sample) => (sample.atH < 4 ? { ...sample, processes: {} } : sample))
  expect(tooMuch(samples)).toEqual([])
})

test('a quantity that may grow is reported for each message', () =>
  expect(levelsOf(day()).find(({ what }) => what === 'journal.db')).toMatchObject({
    figure: 0.1,
    unit: 'kB for a message',
  }))

const line = (slope: number) => Array.from({ length: 21 }, (_, x) => ({ x, y: 7 + slope * x }))

test('a line has its slope', () => {
  expect(slopeOf(line(0.5))).toBeCloseTo(0.5)
  expect(slopeOf(line(-2))).toBeCloseTo(-2)
  expect(slopeOf(line(0))).toBe(0)
})

test('the line that fits best follows a step', () => {
  expect(leastSquaresSlopeOf(line(0.5))).toBeCloseTo(0.5)
  const step = line(0).map(({ x, y }) => ({ x, y: x > 10 ? y + 1 : y }))
  expect(leastSquaresSlopeOf(step)).toBeGreaterThan(0.05)
  expect(leastSquaresSlopeOf([{ x: 1, y: 1 }])).toBe(0)
})

test('occasional jumps do not change it', () => {
  const points = line(1).map(({ x, y }) => ({ x, y: x % 5 === 0 ? y + 1_000 : y }))
  expect(slopeOf(points)).toBeCloseTo(1)
})

test('without samples nothing grows', () => {
  expect(slopeOf([])).toBe(0)
  expect(slopeOf([{ x: 1, y: 1 }])).toBe(0)
})
