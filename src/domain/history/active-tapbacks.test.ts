import { expect, it } from 'vitest'
import { activeTapbacks, type GivenTapback } from './active-tapbacks.ts'

const given = (author: string, more: Partial<GivenTapback> = {}): GivenTapback => ({
  author,
  part: 0,
  added: true,
  isPlaced: false,
  ...more,
})

it('keeps the last tapback of each person to each part, in the order given', () => {
  const [first, second, other, otherPart] = [given('a'), given('a'), given('b'), given('a', { part: 1 })]
  expect(activeTapbacks([first, other, second, otherPart])).toEqual([other, second, otherPart])
})

it('drops a tapback that was taken back, however its part is named', () => {
  expect(activeTapbacks([given('a', { part: null }), given('a', { added: false })])).toEqual([])
})

it('keeps all placed stickers beside each other', () => {
  const sticker = given('a', { isPlaced: true })
  expect(activeTapbacks([sticker, sticker, given('a')])).toHaveLength(3)
})
