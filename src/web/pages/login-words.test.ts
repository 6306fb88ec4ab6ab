import { expect, it } from 'vitest'
import { loginWords } from './login-words.ts'

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
  ['en;q=0.2, de ;q=0.7', 'de'],
  ['de;q=0,en', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  [';;,=', 'en'],
  [undefined, 'en'],
])('%j gives the page in the language %s', (accepted, language) => {
  expect(loginWords(accepted).language).toBe(language)
})
