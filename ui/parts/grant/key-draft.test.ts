import { expect, it } from 'vitest'
import { completeGrant, everything } from '../../../src/domain/grant/complete.ts'
import { draftOf, missingIn, newDraft, presetOf, presets, requestOf, withLines, withPreset } from './key-draft.ts'

const key = {
  id: '0a1b2c3d',
  label: 'assistant',
  scopes: ['read', 'write'] as ('read' | 'write' | 'admin')[],
  created_at: '2026-05-01T10:00:00.000Z',
  expires_at: '2026-12-31T10:00:00.000Z',
  grant: {
    people: { only: ['+12025550123'] },
    since: { days: 30 },
    fields: { text: true, attachments: false, names: true, handles: true },
    one_time_codes: 'hide' as const,
    sends: { mode: 'ask' as const, to: null, without_asking: ['+12025550123'], per_hour: 5, hours: '08:00-22:00' },
  },
  paused: false,
  marks: [],
  last_used_on: null,
  last_used_from: null,
}

it('a form that nobody touched changes nothing of a key', () => {
  const before = draftOf(key)
  expect(requestOf(before, before)).toEqual({ label: key.label, scopes: key.scopes, grant: key.grant })
  const unlimited = draftOf({ ...key, grant: null })
  expect(completeGrant(requestOf(unlimited, unlimited).grant ?? {})).toBeNull()
})

it('each preset is what it is shown as, and limits nothing by itself but asking', () => {
  for (const preset of presets) {
    const draft = withPreset(newDraft, preset)
    expect(presetOf(draft)).toBe(preset)
    expect(completeGrant(requestOf({ ...draft, label: 'x' }).grant ?? {}) === null).toBe(preset !== 'ask')
  }
  expect(presetOf(draftOf({ ...key, scopes: ['read', 'admin'] }))).toBeUndefined()
})

it('limits are kept while a preset is changed, and asked of the service only where they count', () => {
  const all = withPreset(draftOf(key), 'admin')
  expect(requestOf(all, draftOf(key))).toMatchObject({ scopes: ['read', 'write', 'admin'], grant: {} })
  expect(requestOf(withPreset(all, 'ask')).grant).toMatchObject(key.grant)
  expect(requestOf(withPreset(all, 'direct')).grant?.sends).toEqual({
    ...everything.sends,
    per_hour: 5,
    hours: '08:00-22:00',
  })
  expect(requestOf({ ...all, lastDay: null }, draftOf(key)).grant).toEqual({ expires_at: null })
})

it('names what is missing', () => {
  const named = { ...newDraft, label: 'x' }
  expect(missingIn(newDraft)).toBe('name')
  expect(missingIn(named)).toBeUndefined()
  expect(missingIn({ ...named, grant: { ...everything, people: { only: [] } } })).toBe('people')
  const toNobody = { ...everything, sends: { ...everything.sends, to: [] } }
  expect(missingIn({ ...named, grant: toNobody })).toBeUndefined()
  expect(missingIn({ ...named, scopes: ['write'], grant: toNobody })).toBe('recipients')
  expect(missingIn({ ...named, grant: { ...everything, lines: [] } })).toBe('lines')
  expect(missingIn({ ...named, scopes: ['write'], grant: { ...everything, may_send_as: [] } })).toBe('lines')
})

it('a key sends as no line that it does not see, and all lines are no limit', () => {
  const both = withLines(newDraft, { may_send_as: ['home', 'office'] })
  const one = withLines(both, { lines: ['office'] })
  expect(one.grant).toMatchObject({ lines: ['office'], may_send_as: ['office'] })
  const all = withLines(one, { lines: undefined, may_send_as: undefined })
  expect(completeGrant(requestOf({ ...all, label: 'x' }).grant ?? {})).toBeNull()
})
