import { expect, it } from 'vitest'
import { hideCodes } from './one-time-codes.ts'

it.each([
  ['Your code is 482913.', 'Your code is ••••••.'],
  ['G-482913 is your Google verification code', '•••••• is your Google verification code'],
  ['Use 482-913 to sign in', 'Use •••••• to sign in'],
  ['Ihr Bestätigungscode lautet 4829 1364', 'Ihr Bestätigungscode lautet ••••••'],
  ['Votre code de vérification : 48291', 'Votre code de vérification : ••••••'],
  ['Your login code: X7K2P9', 'Your login code: ••••••'],
  ['验证码：482913，请勿泄露', '验证码：••••••，请勿泄露'],
  ['@example.com #482913', '@example.com #••••••'],
])('%s', (text, hidden) => {
  expect(hideCodes(text)).toBe(hidden)
})

it.each(['Dinner at eight?', 'Meet me at 1830', 'The year 2025 was good', 'Code review at ten'])(
  'leaves "%s"',
  (text) => {
    expect(hideCodes(text)).toBe(text)
  },
)
