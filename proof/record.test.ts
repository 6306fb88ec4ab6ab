import { expect, test } from 'vitest'
import { type Entry, withEntry } from './record.ts'

const entry = (trial: string, seconds = 1): Entry<string> => ({
  trial,
  seconds,
  at: '2026-01-01T00:00Z',
  machine: 'a machine',
  commit: 'abc',
  outcome: 'good',
})

test('an entry replaces that of the same trial, entries are in the order of the trials, and entries of unknown trials are removed', () => {
  const entries = [entry('gone'), entry('second'), entry('third')]
  const trials = ['first', 'second', 'third']
  expect(withEntry(entries, entry('second', 9), trials)).toEqual([entry('second', 9), entry('third')])
  expect(withEntry(entries, entry('first'), trials)).toEqual(trials.map((trial) => entry(trial)))
})
