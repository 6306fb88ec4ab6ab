import { expect, test } from 'vitest'
import { patchOf } from '../../../forms/draft.ts'
import { draftOfJson } from './json-draft.ts'

const base = { send: { per_minute: 20, sms_fallback: true }, log: { level: 'info' }, secret: { set: true } }

const draftOf = (values: object) => {
  const found = draftOfJson(JSON.stringify(values), base)
  if ('reason' in found) throw new Error(found.reason)
  return found.draft
}

test('each place that differs is one change, over what it was', () => {
  expect(draftOf({ ...base, send: { ...base.send, per_minute: 30 } })).toEqual([
    { path: ['send', 'per_minute'], value: 30, base: 20 },
  ])
  expect(draftOf(base)).toEqual([])
})

test('what is taken out is reset, and secrets that were not touched are not sent', () => {
  const { log: _, ...rest } = base
  expect(patchOf(draftOf(rest), base)).toEqual({ log: null })
})

test.each(['', '[]', '7', '{"send": }'])('%j is no settings', (text) => {
  expect(draftOfJson(text, base)).toHaveProperty('reason')
})
