import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

it('lets a page run only its own files, and no other page frame it', () => {
  const policy = securityHeaders('page')['content-security-policy'] ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types service-worker")
  expect(policy).not.toContain('unsafe')
  expect(securityHeaders('page')).not.toHaveProperty('cache-control')
})

it('keeps responses of the API out of every cache', () => {
  expect(securityHeaders('api')['cache-control']).toBe('no-store')
})

it('puts content from strangers into a sandbox', () => {
  expect(securityHeaders('attachment')['content-security-policy']).toBe("sandbox; default-src 'none'")
})

it.each(['page', 'api', 'attachment'] as const)('%s: is not sniffed, framed or embedded', (kind) => {
  expect(securityHeaders(kind)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

it('sends no other origin the address that somebody came from', () => {
  const policyOf = (kind: Parameters<typeof securityHeaders>[0]) => securityHeaders(kind)['referrer-policy']
  expect([policyOf('page'), policyOf('api'), policyOf('attachment')]).toEqual([
    'same-origin',
    'no-referrer',
    'no-referrer',
  ])
})
