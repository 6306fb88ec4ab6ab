import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heapGrowth } from './heap-growth.ts'

const keeping = `const { writeHeapSnapshot } = require('node:v8')
class Kept { constructor(number) { this.number = number } }
const [before, after] = process.argv.slice(1)
globalThis.first = new Kept(0)
writeHeapSnapshot(before)
globalThis.more = Array.from({ length: 1000 }, (_, number) => new Kept(number))
writeHeapSnapshot(after)`

test('objects that a process retains between two snapshots are counted by constructor', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'heap-growth-'))
  const [before, after] = ['before', 'after'].map((name) => join(folder.path, `${name}.heapsnapshot`)) as [
    string,
    string,
  ]
  execFileSync(process.execPath, ['-e', keeping, before, after])
  const kept = heapGrowth(before, after).find(({ what }) => what === 'Kept')
  expect(kept?.count).toBe(1_000)
  expect(kept?.bytes).toBeGreaterThan(1_000 * 12)
  expect(heapGrowth(after, after)).toEqual([])
})
