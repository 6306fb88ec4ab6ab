import { expect, test } from 'vitest'
import { everything } from '../../domain/grant/complete.ts'
import { choiceOf } from './choice.ts'

const nowMs = Date.UTC(2026, 0, 1)
const all = { label: 'Assistant', scopes: ['read', 'write', 'admin'] as ('read' | 'write' | 'admin')[] }
const asks = { sends: { mode: 'ask' as const } }

test('unless the owner chooses more, a program reads for 90 days', () => {
  const expiresAt = '2026-04-01T00:00:00.000Z'
  expect(choiceOf(undefined, { wantsToSend: true }, nowMs)).toEqual({ scopes: ['read'], grant: null, expiresAt })
})

test('a program gets no more than it asked for, and never administers', () => {
  expect(choiceOf(all, { wantsToSend: true }, nowMs).scopes).toEqual(['read', 'write'])
  expect(choiceOf(all, { wantsToSend: false }, nowMs).scopes).toEqual(['read'])
})

test('its limits and its end are those that the owner chose', () => {
  const chosen = (expires_at: string | null) =>
    choiceOf({ ...all, grant: { ...asks, expires_at } }, { wantsToSend: true }, nowMs)
  const grant = { ...everything, sends: { ...everything.sends, mode: 'ask' } }
  expect(chosen('2026-12-31')).toMatchObject({ grant, expiresAt: '2026-12-31T23:59:59.999Z' })
  expect(chosen(null).expiresAt).toBeNull()
  expect(choiceOf({ ...all, expires_in_days: 1 }, { wantsToSend: true }, nowMs).expiresAt).toBe(
    '2026-01-02T00:00:00.000Z',
  )
})
