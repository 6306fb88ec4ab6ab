import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scenarios } from '../simulator/scenarios/scenarios.ts'

const page = readFileSync(new URL('../docs/failures.md', import.meta.url), 'utf8')

/** The last column of each table names scenarios. */
const namesIn = (row: string): string[] =>
  [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const named = page.split('\n').flatMap((line) => (line.startsWith('|') ? namesIn(line) : []))

test('docs/failures.md names every scenario of the simulator, each once, and no other', () => {
  expect(named.toSorted()).toEqual([...scenarios.keys()].toSorted())
})
