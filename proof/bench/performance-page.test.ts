import { expect, test } from 'vitest'
import type { Figure } from './figure.ts'
import { performancePage } from './performance-page.ts'
import type { MeasuredPart, Part } from './record.ts'

interface Changed extends Partial<Part>, Partial<Pick<MeasuredPart, 'trial' | 'failed'>> {}

const part = (figures: Figure[], { trial = 'web', failed, ...outcome }: Changed = {}): MeasuredPart => ({
  trial,
  at: '2026-01-01T00:00Z',
  machine: 'a machine',
  commit: 'abc',
  seconds: 60,
  paceMs: 20,
  ...(failed === undefined ? { outcome: { figures, ...outcome } } : { failed }),
})

const list = (measured: number, changed: Partial<Figure> = {}): Figure => ({
  work: 'list',
  measured,
  unit: 'ms',
  subject: 'history',
  target: 4,
  ...changed,
})

/** Replaces the no-break spaces between figures and units. */
const rowsOf = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.replaceAll('\u00a0', ' '))

test('a row shows every size, and floor and peers at the largest', () => {
  const page = performancePage([
    part([list(1)], { messages: 10_000 }),
    part([list(2, { floor: { what: 'bare', measured: 1 } })], { messages: 1_000_000 }),
    part([list(300, { by: 'kit' })], { trial: 'peers', messages: 1_000_000 }),
  ])
  expect(rowsOf(page)).toEqual([
    '| work | 10,000 | 1,000,000 | target | floor | peers |',
    '| list | 1.00 ms | 2.00 ms | ≤ 4.00 ms | bare: 1.00 ms, 2.00 × | kit: 300 ms, 150 × |',
  ])
})

test('a narrow column separates no figure from its unit', () => {
  const page = performancePage([part([list(1, { floor: { what: 'bare', measured: 1 } })])])
  expect(page).toContain('| 1.00\u00a0ms | ≤\u00a04.00\u00a0ms | bare: 1.00\u00a0ms, 1.00\u00a0× |')
})

test('for a rate, more is better', () => {
  const rate = { unit: '/s', target: 100 } as const
  const page = performancePage([part([list(50, rate), list(10, { unit: '/s', by: 'kit' })])])
  expect(rowsOf(page).at(-1)).toBe('| list | **50.0 /s** | ≥ 100 /s |  | kit: 10.0 /s, 5.00 × |')
  expect(page).toContain('0 of 1 targets are reached.')
})

test('a missed target is bold, and listed with its size', () => {
  const page = performancePage([part([list(5)], { messages: 10_000 }), part([list(3)], { messages: 100_000 })])
  expect(rowsOf(page).at(-1)).toBe('| list | **5.00 ms** | 3.00 ms | ≤ 4.00 ms |  |')
  expect(page).toContain('- list: 5.00 ms at 10,000; ≤ 4.00 ms is wanted.')
})

test('a missed target is listed with its floor, and whether that reaches it', () => {
  const missed = (floor: number) => performancePage([part([list(5, { floor: { what: 'bare', measured: floor } })])])
  expect(missed(3).replaceAll('\u00a0', ' ')).toContain('≤ 4.00 ms is wanted. The floor (bare): 3.00 ms.')
  expect(missed(4.5).replaceAll('\u00a0', ' ')).toContain(
    '≤ 4.00 ms is wanted. Even the floor misses it (bare): 4.50 ms.',
  )
})

test('work that was given up is shown as "more than"', () => {
  const page = performancePage([part([list(2), list(20, { by: 'kit', isAtLeast: true })])])
  expect(rowsOf(page).at(-1)).toContain('kit: > 20.0 ms, > 10.0 ×')
})

test('a failed bench shows the reason', () => {
  const page = performancePage([part([], { failed: 'No browser.' })])
  expect(page).toContain('- web, 2026-01-01T00:00Z: No browser.')
})

test('says which figures were taken from the sources instead of the installed package', () => {
  const [installed, older] = [part([list(1)], { trial: 'start', isInstalled: true }), part([list(1)])]
  expect(performancePage([installed])).not.toContain('from the sources')
  expect(performancePage([older])).toContain('all that follows was measured earlier, from the sources')
  expect(performancePage([installed, older])).toContain('1 of 2 parts was measured earlier, from the sources')
})
