import { expect, it } from 'vitest'
import { effectName } from './effects.ts'

it('an effect has the name that Messages shows', () => {
  expect(effectName('com.apple.MobileSMS.expressivesend.impact')).toBe('slam')
  expect(effectName('com.apple.messages.effect.CKHappyBirthdayEffect')).toBe('balloons')
})

it('an unknown effect of a later macOS is named by the last part of its identifier', () => {
  expect(effectName('com.apple.messages.effect.CKSnowEffect')).toBe('CKSnowEffect')
})

it('a message without an effect has no effect name', () => {
  expect(effectName(null)).toBeNull()
  expect(effectName('')).toBeNull()
})
