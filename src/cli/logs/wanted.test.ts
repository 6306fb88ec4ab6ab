import { expect, it } from 'vitest'
import { isWanted } from './wanted.ts'

const entry = { ts: '2026-01-02T03:04:05.000Z', source: 'web', level: 'warn', msg: 'm' } as const

it('accepts the given level and all above it', () => {
  expect(isWanted(entry, { level: 'info', sources: undefined })).toBe(true)
  expect(isWanted(entry, { level: 'warn', sources: undefined })).toBe(true)
  expect(isWanted(entry, { level: 'error', sources: undefined })).toBe(false)
})

it('accepts any of the sources', () => {
  expect(isWanted(entry, { level: undefined, sources: ['bridge', 'web'] })).toBe(true)
  expect(isWanted(entry, { level: undefined, sources: ['bridge'] })).toBe(false)
})
