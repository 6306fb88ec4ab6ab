import { expect, test } from 'vitest'
import { readAuthorizationRequest } from '../../domain/oauth/authorization-request.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { refusalPage } from './refusal-page.ts'

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
