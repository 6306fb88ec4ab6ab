import { expect, test } from 'vitest'
import { patchOf } from '../../../forms/draft.ts'
import { draftOfJson } from './json-draft.ts'

const base = { send: { per_minute: 20, sms_fallback: true }, log: { level: 'info' }, secret: { set: true } }

const draftOf = (values: object) => {
  const found = draftOfJson(JSON.stringify(values), base)
  if ('reason' in found) throw new Error(found.reason)
  return found.draft
}

test('each differing path is one change with its previous value', () => {
  expect(draftOf({ ...base, send: { ...base.send, per_minute: 30 } })).toEqual([
    { path: ['send', 'per_minute'], value: 30, base: 20 },
  ])
  expect(draftOf(base)).toEqual([])
})

test('a removed key is reset, and untouched secrets are not sent', () => {
  const { log: _, ...rest } = base
  expect(patchOf(draftOf(rest), base)).toEqual({ log: null })
})

test.each(['', '[]', '7', '{"send": }'])('%j is not a settings object', (text) => {
  expect(draftOfJson(text, base)).toHaveProperty('reason')
})
