import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSealable, longestPush, seal } from './seal.ts'

const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const browser = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }

test('seals the example of RFC 8291 as its appendix does', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const fresh = { ecdh, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') }
  expect(seal('When I grow up, I want to be a watermelon', browser, fresh, 0).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the length reveals nothing, and no push is longer than services take', () => {
  expect(seal('a', browser).length).toBe(seal('a'.repeat(2_000), browser).length)
  expect(seal('a'.repeat(longestPush), browser).length).toBe(4_096)
  expect(() => seal('a'.repeat(longestPush + 1), browser)).toThrow('too long')
})

test('a key beside the curve is recognised', () => {
  const beside = Buffer.from(p256dh, 'base64url')
  beside[64] = (beside[64] ?? 0) ^ 1
  expect([isSealable(browser), isSealable({ p256dh: beside.toString('base64url') })]).toEqual([true, false])
})
