import { expect, it } from 'vitest'
import { beyondConsent, consentTo } from './plugin-consent.ts'

const api = { host: 'api.example.com', port: 443 }
const other = { host: 'other.example.com', port: 443 }
const allowed = consentTo({ tier: 'official', network: [api] })

it.each([
  ['the same', { tier: 'official', network: [api] }],
  ['fewer hosts', { tier: 'official', network: [] }],
] as const)('a plugin that requests %s needs no new consent', (_what, asking) => {
  expect(beyondConsent(allowed, asking)).toBeUndefined()
})

it.each([
  ['another host', { tier: 'official', network: [other, api] }, 'the network: other.example.com:443'],
  ['another port', { tier: 'official', network: [{ ...api, port: 80 }] }, 'the network: api.example.com:80'],
  ['another tier', { tier: 'notify', network: [api] }, 'the tier notify (until now official)'],
] as const)('a plugin that requests %s needs new consent, which names the difference', (_what, asking, wish) => {
  expect(beyondConsent(allowed, asking)).toBe(`it asks for more than was allowed: ${wish}`)
})
