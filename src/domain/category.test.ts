import { expect, test } from 'vitest'
import { chatCategory, messageCategory } from './category.ts'

test.each<[isFiltered: number, identifier: string, category: string]>([
  [0, '+12025550123', 'known'],
  [1, '+12025550123', 'unknown'],
  [2, '+12025550123', 'junk'],
  [3, '72975', 'promotion'],
  [4, '24273', 'transaction'],
  [36, '24273', 'transaction'],
  [52, '24273', 'transaction'],
  [68, '24273', 'transaction'],
  [5, '24273', 'other'],
  [0, '56249(smsfp)', 'promotion'],
  [1, '24273(smsft)', 'transaction'],
  [0, '24273(smsft_fi)', 'transaction'],
  [0, '24273(smsft_rm)', 'transaction'],
  [2, '56249(smsfp)', 'junk'],
  [0, '(smsfp) and more', 'known'],
])('is_filtered %i of %s is %s', (isFiltered, identifier, category) => {
  expect(chatCategory(isFiltered, identifier)).toBe(category)
})

test('a single message is filed by its own action, or else as its chat is', () => {
  expect([0, 1, 2, 3, 4, 5, null, undefined].map(messageCategory)).toEqual([
    undefined,
    undefined,
    'junk',
    'promotion',
    'transaction',
    'other',
    undefined,
    undefined,
  ])
})
