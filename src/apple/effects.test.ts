import { expect, it } from 'vitest'
import { effectName } from './effects.ts'

it('an effect goes by the name that Messages shows', () => {
  expect(effectName('com.apple.MobileSMS.expressivesend.impact')).toBe('slam')
  expect(effectName('com.apple.messages.effect.CKHappyBirthdayEffect')).toBe('balloons')
})

it('an effect of a later macOS keeps its last word', () => {
  expect(effectName('com.apple.messages.effect.CKSnowEffect')).toBe('CKSnowEffect')
})

it('most messages have none', () => {
  expect(effectName(null)).toBeNull()
  expect(effectName('')).toBeNull()
})
