import { expect, test } from 'vitest'
import type { Entry } from './record.ts'
import { type Trial, tryAll } from './trials.ts'

const trial = (name: string, run: () => string): Trial<string> => ({ name, run })
const broken = trial('broken', () => {
  throw new Error('No disk.\nMore about it')
})
const nowhere = { write: () => true }
const silent = { format: (outcome: string) => outcome, output: { stdout: nowhere, stderr: nowhere } }

test('a trial that breaks off is kept with its reason, and the next one is tried', async () => {
  const kept: Entry<string>[] = []
  const trials = [broken, trial('whole', () => 'good')]
  const entries = await tryAll({ trials, ...silent, keep: (entry) => kept.push(entry) })
  expect(entries).toMatchObject([
    { trial: 'broken', failed: 'No disk.' },
    { trial: 'whole', outcome: 'good' },
  ])
  expect(kept).toEqual(entries)
})

test('where closing fails as well, the first reason counts', async () => {
  const run = () => {
    throw new SuppressedError(new Error('second'), new Error('first'))
  }
  expect(await tryAll({ trials: [trial('both', run)], ...silent })).toMatchObject([{ failed: 'first' }])
})

test('an aborted trial is not recorded, and no further one begins', async () => {
  const ending = new AbortController()
  const aborted = trial('aborted', () => {
    ending.abort()
    return ''
  })
  const entries = await tryAll({ trials: [aborted, trial('next', () => 'good')], ...silent, signal: ending.signal })
  expect(entries).toEqual([])
})
