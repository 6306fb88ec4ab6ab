import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ConversationKey } from '../contract/ids.ts'
import { openArchiveAndStars } from './archive-and-stars.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const anna = 'dm:+12025550123' as ConversationKey
const mail = 'dm:anna@example.org' as ConversationKey

function opened(path = join(testFolder(), 'archive_and_stars.db')) {
  const reports: unknown[] = []
  const kept = openArchiveAndStars({ path, onQuarantine: (report) => reports.push(report) })
  onTestFinished(kept.close)
  return { path, kept, reports }
}

const mark = (newestMs: number) => ({ newestMs, archivedAtMs: newestMs + 5, newestRow: { rowid: 7, guid: 'G' } })

test('what is archived and starred is still so after a restart, in a file for nobody else', () => {
  const { path, kept } = opened()
  kept.archive({ conversations: [anna, mail], ...mark(1_000) })
  kept.star('A', 5)
  const again = opened(path).kept
  expect(again.archived().map((one) => ({ ...one }))).toEqual([
    { conversation: anna, newestMs: 1_000, archivedAtMs: 1_005, rowid: 7, guid: 'G' },
    { conversation: mail, newestMs: 1_000, archivedAtMs: 1_005, rowid: 7, guid: 'G' },
  ])
  expect(again.starredAmong(['A', 'B'])).toEqual(new Set(['A']))
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('archiving again moves the moment from which a newer message counts', () => {
  const { kept } = opened()
  kept.archive({ conversations: [anna], ...mark(1_000) })
  kept.archive({ conversations: [anna, mail], ...mark(2_000), newestRow: undefined })
  kept.unarchive([mail])
  expect(kept.archived().map((one) => ({ ...one }))).toEqual([
    { conversation: anna, newestMs: 2_000, archivedAtMs: 2_005, rowid: null, guid: null },
  ])
})

test('stars are listed in pages, the newest first; a second star on a message changes nothing', () => {
  const { kept } = opened()
  const ids = ['A', 'B', 'C'].map((guid, at) => kept.star(guid, at).id)
  expect({ ...kept.star('A', 99) }).toEqual({ id: ids[0], guid: 'A', starredAtMs: 0 })
  expect(kept.stars({ limit: 2 }).map(({ guid }) => guid)).toEqual(['C', 'B'])
  expect(kept.stars({ before: ids[1], limit: 2 }).map(({ guid }) => guid)).toEqual(['A'])
  expect([kept.unstar('B'), kept.unstar('B'), kept.countStars()]).toEqual([true, false, 2])
})

test('a damaged file is set aside and reported', () => {
  const path = join(testFolder(), 'archive_and_stars.db')
  writeFileSync(path, 'garbage'.repeat(1_000))
  const { kept, reports } = opened(path)
  expect([kept.archived(), kept.stars({ limit: 1 }), reports.length]).toEqual([[], [], 1])
})
