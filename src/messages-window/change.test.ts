import { expect, it } from 'vitest'
import { type Change, isMade } from './change.ts'
import { messageWith, ownReaction } from './test-message.ts'

const heart = (remove: boolean): Change => ({ kind: 'tapback', emoji: '❤', remove })

it("a reaction is made when it is the user's own, with or without the variation selector", () => {
  expect(isMade(heart(false), messageWith({ tapback_details: [ownReaction('❤️')] }))).toBe(true)
  expect(isMade(heart(false), messageWith({ tapback_details: [{ ...ownReaction('❤️'), is_from_me: false }] }))).toBe(
    false,
  )
})

it('a reaction is taken back when it is absent', () => {
  expect(isMade(heart(true), messageWith())).toBe(true)
  expect(isMade(heart(true), messageWith({ tapback_details: [ownReaction('❤️')] }))).toBe(false)
})

it('an edit is made when the message has the text, in any Unicode composition', () => {
  expect(isMade({ kind: 'edit', text: 'cafe\u0301' }, messageWith({ text: 'caf\u00e9' }))).toBe(true)
  expect(isMade({ kind: 'edit', text: 'Hello' }, messageWith())).toBe(false)
})

it('an unsend is made when the message is unsent', () => {
  expect(isMade({ kind: 'unsend' }, messageWith({ unsent: true }))).toBe(true)
  expect(isMade({ kind: 'unsend' }, messageWith())).toBe(false)
})
