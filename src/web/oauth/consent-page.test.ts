import { expect, test } from 'vitest'
import { everything } from '../../domain/grant/complete.ts'
import type { AuthorizationRequest } from '../../domain/oauth/authorization-request.ts'
import { readAuthorizationRequest } from '../../domain/oauth/authorization-request.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { choiceOf, consentPage, refusalPage } from './consent-page.ts'

const request: AuthorizationRequest = {
  clientId: 'x',
  clientName: 'Assistant',
  redirectUri: 'http://127.0.0.1:49152/callback',
  state: undefined,
  codeChallenge: '',
  wantsToSend: true,
}
const choice = (form: Record<string, string>, asked: Partial<AuthorizationRequest> = {}) =>
  choiceOf(form, { ...request, ...asked })
const untouched = { people: '', since: '', days: '90', codes: 'hide', ask: 'on' }

test('a form that nobody touched lets a program read for 90 days, without one-time codes', () => {
  expect(choice(untouched)).toEqual({ scopes: ['read'], days: 90, grant: { ...everything, one_time_codes: 'hide' } })
})

test('without any limit there is no grant', () => {
  expect(choice({ people: '  ', since: '', days: '365' })).toEqual({ scopes: ['read'], days: 365, grant: null })
})

test.each([
  [{ send: 'on', ask: 'on' }, ['read', 'write'], { mode: 'ask' }],
  [{ send: 'on' }, ['read', 'write'], { mode: 'direct' }],
])('%j', (form, scopes, sends) => {
  expect(choice({ ...form, codes: 'hide' })).toMatchObject({ scopes, grant: { sends } })
})

test('a program that did not ask to send cannot be given it', () => {
  expect(choice({ ...untouched, send: 'on' }, { wantsToSend: false }).scopes).toEqual(['read'])
})

test.each([
  ['+1 202 555 0123\r\n ben@example.com \n\n+1 202 555 0123', ['+1 202 555 0123', 'ben@example.com']],
  ['+12025550123, ben@example.com; +12025550145', ['+12025550123', 'ben@example.com', '+12025550145']],
  [',', []],
  ['1'.repeat(513), []],
])('only these people: %j', (people, only) => {
  expect(choice({ people }).grant?.people).toEqual({ only })
})

test.each([
  ['30', 30],
  ['31', 7],
])('the last days: %s', (since, days) => {
  expect(choice({ since }).grant?.since).toEqual({ days })
})

test('a life that is not offered is the shortest one', () => {
  expect(choice({ ...untouched, days: '100000' }).days).toBe(7)
})

test('asking before each message is offered only where sending is', () => {
  const shown = (wantsToSend: boolean) =>
    consentPage({ request: { ...request, wantsToSend }, given: {}, csrfToken: 'x', accepted: 'en' })
  expect(shown(true)).toContain('name="ask"')
  expect(shown(false)).not.toMatch(/name="(ask|send)"/)
})

test('why a program cannot be let in is said in the language of the page', () => {
  const client = { name: 'Assistant', redirectUris: ['http://127.0.0.1/callback'] }
  const right = { response_type: 'code', code_challenge_method: 'S256', code_challenge: 'a'.repeat(43) }
  const wrong: Record<string, string>[] = [
    { redirect_uri: 'https://elsewhere.example/' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { response_mode: 'form_post' },
    { resource: 'https://elsewhere.example/mcp' },
  ]
  const errors = wrong.map((given) => {
    try {
      readAuthorizationRequest({ ...right, ...given }, client, () => false)
      return undefined
    } catch (error) {
      return error instanceof OAuthError ? error : undefined
    }
  })
  for (const error of [...errors, new OAuthError('invalid_client', 'Not registered.')]) {
    expect(error).toBeDefined()
    const german = refusalPage({ accepted: 'de', error })
    expect(german).not.toContain(error?.message)
    expect(german).not.toContain('lang="en"')
    expect(refusalPage({ accepted: 'en', error })).toContain(error?.message)
  }
})
