import { expect, it } from 'vitest'
import { isTooLong, normalisedPassword, weaknessOf } from './password-strength.ts'

it.each([
  'correct horse battery staple',
  'tuG7-wofe4',
  'пароль-из-слов',
  '🐢🐇🦊🐻🦉🐟🐝🐞🐌🦋',
  'passwords are a nuisance',
])('accepts %s', (password) => {
  expect(weaknessOf(password)).toBeUndefined()
})

it.each([
  ['', 'fewer than 10'],
  ['tuG7-wofe', 'fewer than 10'],
  ['🐢🐇🦊🐻🦉', 'fewer than 10'],
  ['x'.repeat(1_025), 'more than 1024'],
  ['abababababab', 'same few'],
  ['abcdefghijkl', 'in order'],
  ['1234567890', 'in order'],
  ['0987654321', 'in order'],
  ['Password2024!', 'most common'],
  ['iloveyou1234', 'most common'],
  ['QWERTYUIOP', 'most common'],
  ['1q2w3e4r5t', 'most common'],
  ['administrator', 'most common'],
  ['ｐａｓｓｗｏｒｄ１２３', 'most common'],
])('refuses %s', (password, why) => {
  expect(weaknessOf(password)).toContain(why)
})

it('passwords that look the same are treated as the same', () => {
  expect(normalisedPassword('cafe\u0301 ﬁlter ①')).toBe(normalisedPassword('café filter 1'))
})

it('a password beyond 1024 characters is too long to be hashed', () => {
  expect(isTooLong('x'.repeat(1_024))).toBe(false)
  expect(isTooLong('x'.repeat(1_025))).toBe(true)
})
