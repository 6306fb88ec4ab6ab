import { expect, onTestFinished, test } from 'vitest'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { columnsOf, type Features, probeFeatures } from './features.ts'

/** The version of macOS that introduced each feature; the production code never looks at versions. */
const since: Record<keyof Features, MacosVersion> = {
  replies: 12,
  edits: 13,
  recentlyDeleted: 13,
  emojiTapbacks: 15,
  sendLater: 15,
  filterActions: 27,
}

test.each([12, 13, 14, 15, 26, 27] as const)(
  'macOS %i has the features of its version and earlier ones, and no later ones',
  (macos) => {
    const mac = temporaryMac({ macos })
    onTestFinished(mac.close)
    const expected = Object.fromEntries(Object.entries(since).map(([feature, from]) => [feature, macos >= from]))
    expect(probeFeatures(columnsOf(mac.messages.db))).toEqual(expected)
  },
)

test('a table that does not exist has no columns', () => {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  expect(columnsOf(mac.messages.db)('nonesuch')).toEqual(new Set())
})
