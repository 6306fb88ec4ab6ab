import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testFolders } from '../test-folder.ts'
import { type IndexReader, openIndexReader } from './reader.ts'
import { type IndexedDocument, openIndexWriter } from './writer.ts'

const testFolder = testFolders(onTestFinished)

function index() {
  const path = join(testFolder(), 'search.db')
  const writer = openIndexWriter({ path, firstParty: 64 })
  const reader = openIndexReader(path) as IndexReader
  onTestFinished(() => {
    reader.close()
    writer.close()
  })
  const find = (expression: string, { from = 0, below = Number.MAX_SAFE_INTEGER, limit = 100 } = {}) =>
    reader.find({ expression, from, below, limit }).map(({ source }) => source)
  return { path, writer, reader, find }
}

const document = (source: number, words: string, changes: Partial<IndexedDocument> = {}): IndexedDocument => ({
  source,
  words,
  id: source * 64,
  fingerprint: 0,
  isFromMe: false,
  handle: null,
  conversation: null,
  ...changes,
})

it('finds the newest first, within a range of ids', () => {
  const { writer, find } = index()
  writer.change({ documents: [document(3, 'tea cake'), document(1, 'tea'), document(2, 'coffee cake')] })
  expect(find('"tea"')).toEqual([3, 1])
  expect(find('"cake"', { limit: 1 })).toEqual([3])
  expect(find('"cake"', { below: 3 * 64 })).toEqual([2])
  expect(find('"cake"', { from: 3 * 64 })).toEqual([3])
  expect(find('"tea cake"')).toEqual([3])
  expect(find('"ca" *')).toEqual([3, 2])
})

it('gives documents distinct ids, in order, when many have the same date', () => {
  const { writer, find } = index()
  const documents = Array.from({ length: 300 }, (_, n) => document(n + 1, 'tea', { id: 64 }))
  writer.change({ documents })
  expect(find('"tea"', { limit: 1_000 })).toEqual(documents.map(({ source }) => source).toReversed())
})

it('forgets the words of documents that were replaced or removed', () => {
  const { writer, find } = index()
  expect(writer.change({ documents: [document(1, 'tea'), document(2, 'tea')] })).toBe(2)
  expect(writer.change({ documents: [document(1, 'coffee')], gone: [2, 99] })).toBe(-1)
  expect(find('"tea"')).toEqual([])
  expect(find('"coffee"')).toEqual([1])
  expect(writer.count()).toBe(1)
})

it('remembers party numbers, row snapshots, samples and the indexed span', () => {
  const { path, writer } = index()
  const number = writer.numberOf('person', 'anna')
  expect([number, writer.numberOf('conversation', 'anna'), writer.numberOf('person', 'anna')]).toEqual([64, 65, 64])
  expect(writer.span()).toBeUndefined()
  const documents = [document(5, 'tea', { fingerprint: 7 }), document(6, 'tea', { fingerprint: 8 })]
  writer.change({ documents, span: { lowest: 5, highest: 6 }, sample: { source: 5, guid: 'g' } })
  const again = openIndexWriter({ path, firstParty: 64 })
  expect(again.span()).toEqual({ lowest: 5, highest: 6 })
  expect(again.samples()).toEqual([{ source: 5, guid: 'g' }])
  expect(again.fingerprintsBetween(6, 9)).toEqual([{ source: 6, fingerprint: 8 }])
  expect(again.fingerprintsSince(0, 1)).toEqual([{ source: 6, fingerprint: 8 }])
  expect(again.numberOf('person', 'anna')).toBe(64)
  again.clear(2)
  expect([again.count(), again.span(), again.form()]).toEqual([0, undefined, 2])
  again.close()
})

it('merges its segments until none is left to merge, and finds the same', () => {
  const { writer, find } = index()
  for (let n = 20; n > 0; n--) writer.change({ documents: [document(n, `tea w${n}`)] })
  let steps = 0
  while (writer.merge()) steps++
  expect(steps).toBeGreaterThan(0)
  expect(find('"tea"', { limit: 3 })).toEqual([20, 19, 18])
  expect(find('"w7"')).toEqual([7])
})

it('is a private file, and is recreated when it is damaged', () => {
  const { path, writer } = index()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  writer.change({ documents: [document(1, 'tea')] })
  const anew = openIndexWriter({ path, firstParty: 64, isDamaged: true })
  expect(anew.count()).toBe(0)
  anew.close()
})

it('is absent before it was created', () => {
  expect(openIndexReader(join(testFolder(), 'search.db'))).toBe('absent')
})
