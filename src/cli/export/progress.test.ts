import { expect, test } from 'vitest'
import { barOf, progressOf } from './progress.ts'

test('the bar shows the share, and fits the terminal', () => {
  expect(barOf(0.5, '12 messages', 80)).toBe(` 50 %  ${'━'.repeat(15)}${'─'.repeat(15)}  12 messages`)
  expect(barOf(1.7, 'x', 80)).toMatch(/^100 % {2}━{30} {2}x$/)
  expect(barOf(0.5, '1,000,000 messages', 30).length).toBeLessThan(30)
})

test('the bar is redrawn at most ten times a second, and removed at the end', () => {
  const written: string[] = []
  let nowMs = 0
  const progress = progressOf(10, { isTTY: true, columns: 80, write: (text) => written.push(text) }, () => nowMs)
  for (; nowMs < 250; nowMs += 10) progress.at(5, 'five')
  progress.end()
  expect(written).toHaveLength(4)
  expect(written.at(-1)).toBe('\r\u001b[K')
})

test('nothing is drawn without a terminal', () => {
  const written: string[] = []
  const progress = progressOf(10, { write: (text) => written.push(text) })
  progress.at(5, 'five')
  progress.end()
  expect(written).toEqual([])
})
