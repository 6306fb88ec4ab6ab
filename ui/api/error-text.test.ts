import { afterAll, expect, test } from 'vitest'
import { ClientError } from '../../src/client/client-error.ts'
import { errors } from '../../src/contract/errors.ts'
import { en } from '../catalogue/en.ts'
import { first as german } from '../catalogue/first/de.ts'
import { speak } from '../catalogue/texts.ts'
import { errorWords } from './error-text.ts'

afterAll(() => speak({ texts: en, locale: 'en' }))

const full = new ClientError({ code: 'disk_full', status: 507, message: 'The disk is full.' })
const wrong = new ClientError({ code: 'invalid_request', status: 400, message: 'name: it is taken' })

test("an error is worded in the language of the page if its code says everything, and otherwise in the service's words", () => {
  speak({ texts: german, locale: 'de' })
  expect(errorWords(full)).toEqual({ text: expect.stringMatching(/^Die Festplatte ist voll/) })
  expect(errorWords(wrong)).toEqual({ text: 'name: it is taken', lang: 'en' })
  expect(errorWords(new Error('no'))).toEqual({ text: 'no', lang: 'en' })
  speak({ texts: en, locale: 'en' })
  expect(errorWords(full)).toEqual({ text: 'The disk is full.', lang: 'en' })
})

test('each German text belongs to an existing error', () => {
  const codes = Object.keys(german).flatMap((key) => (key.startsWith('error.') ? key.slice('error.'.length) : []))
  expect(codes.filter((code) => code !== 'unreachable' && !Object.hasOwn(errors, code))).toEqual([])
})
