import { beforeAll, expect, test } from 'vitest'
import { en } from '../../catalogue/en.ts'
import { speak } from '../../catalogue/texts.ts'
import { relayBars } from './relay-bars.ts'

beforeAll(() => speak({ texts: en, locale: 'en-GB' }))

const step = (start: Date) => ({
  start: start.toISOString(),
  received: 3,
  relayed: 2,
  delivered: 4,
  failed: 1,
  filtered: 1,
})
const days = (count: number) => Array.from({ length: count }, (_, day) => step(new Date(2026, 0, 1 + day)))

test('hours and up to 31 days have one bar each', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => step(new Date(2026, 0, 1, hour)))
  expect(relayBars({ step: 'hour', steps: hours })).toHaveLength(24)
  expect(relayBars({ step: 'day', steps: days(7) }).map(({ short }) => short)).toEqual([
    'Thu',
    'Fri',
    'Sat',
    'Sun',
    'Mon',
    'Tue',
    'Wed',
  ])
  expect(relayBars({ step: 'day', steps: days(30) }).at(-1)).toMatchObject({ short: '30', received: 3 })
})

test('a day of the Mac keeps its name even if the reader’s day begins earlier or later', () => {
  for (const hour of [-8, 0, 9]) {
    const [bar] = relayBars({ step: 'day', steps: [step(new Date(2026, 0, 1, hour))] })
    expect(bar).toMatchObject({ short: 'Thu', name: expect.stringMatching(/1 Jan/) })
  }
})

test('longer periods have bars for weeks, of which the last is whole, or for months', () => {
  const weeks = relayBars({ step: 'day', steps: days(90) })
  expect(weeks).toHaveLength(13)
  expect([weeks[0]?.received, weeks.at(-1)?.received]).toEqual([6 * 3, 7 * 3])
  expect(weeks[1]?.name).toMatch(/^Week from /)
  const months = relayBars({ step: 'day', steps: days(365) })
  expect(months.map(({ short }) => short).slice(0, 3)).toEqual(['Jan', 'Feb', 'Mar'])
  expect(months[1]).toMatchObject({ relayed: 28 * 2, failed: 28 })
  expect(relayBars({ step: 'day', steps: [] })).toEqual([])
})
