import { expect, test } from 'vitest'
import { emojiCount } from './emoji-only.ts'

test.each([
  ['🎂', 1],
  ['❤️ 👍', 2],
  ['👨‍👩‍👧‍👦👩🏽‍🚀🇩🇪', 3],
  ['1️⃣', 1],
  ['🎂🎂🎂🎂', 0],
  ['🎂!', 0],
  ['12', 0],
  ['#', 0],
  ['', 0],
  ['©', 0],
  ['ok', 0],
])('%s counts as %i emoji', (text, count) => {
  expect(emojiCount(text)).toBe(count)
})
