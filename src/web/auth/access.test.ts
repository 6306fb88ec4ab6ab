import type { InjectOptions } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { scopes } from '../../contract/scopes.ts'
import { everything } from '../../domain/grant/complete.ts'
import { newApiKey } from '../../store/api-keys.ts'
import { password, passwordHash, requestOf, sentBack, testAccess } from './test-access.ts'

const opened = testAccess(onTestFinished)
const refusal = (code: ErrorCode) => expect.objectContaining({ code })
const post: InjectOptions = { method: 'POST' }

/** Opens access with a browser that is signed in. */
async function signedIn(start: Parameters<typeof opened>[0] = {}) {
  const parts = opened({ hash: passwordHash, ...start })
  const { cookie } = await parts.access.passwords.login(password, await requestOf(post))
  return { ...parts, cookie, headers: sentBack(cookie) }
}

function withKey(wanted: Partial<Parameters<typeof newApiKey>[0]> = {}) {
  const parts = opened({ hash: passwordHash })
  const { key, stored } = newApiKey({ label: 'desk', scopes: ['read'], ...wanted }, parts.clock.nowMs)
  parts.settings.change(() => ({ auth: { api_keys: [stored] } }))
  return { ...parts, key, stored, headers: { authorization: `Bearer ${key}` } }
}

describe('before anything else', () => {
  it.each<[string, InjectOptions, ErrorCode | undefined]>([
    ['curl', {}, undefined],
    ['a name of somebody else', { headers: { host: 'evil.test:8723' } }, 'wrong_host'],
    ['a page of somebody else', { headers: { origin: 'http://evil.test' } }, 'forbidden'],
    ['a page on another port', { headers: { origin: 'http://127.0.0.1:3000' } }, 'forbidden'],
    ['a site of somebody else', { headers: { 'sec-fetch-site': 'cross-site' } }, 'forbidden'],
    ['a port of somebody else', { headers: { 'sec-fetch-site': 'same-site' } }, 'forbidden'],
    ['its own page', { headers: { origin: 'http://127.0.0.1:8723', 'sec-fetch-site': 'same-origin' } }, undefined],
  ])('%s is judged by its headers, with a password and without', async (_, asked, code) => {
    for (const hash of [null, passwordHash]) {
      const { access } = opened({ hash })
      const request = await requestOf(asked)
      if (code === undefined) expect(() => access.guard(request)).not.toThrow()
      else expect(() => access.guard(request)).toThrow(refusal(code))
    }
  })

  it('host names that are added to the settings apply at once', async () => {
    const { access, settings } = opened()
    const request = await requestOf({ headers: { host: 'mac.example' } })
    expect(() => access.guard(request)).toThrow(refusal('wrong_host'))
    settings.change(() => ({ web: { allowed_hosts: ['mac.example'] } }))
    expect(() => access.guard(request)).not.toThrow()
  })
})

describe('while no password is set', () => {
  it('everyone on this Mac may do everything, without a token', async () => {
    const { access, admit } = opened()
    expect(access.isOpen()).toBe(true)
    for (const scope of scopes) {
      const caller = await admit(scope, { ...post, remoteAddress: '::ffff:127.0.0.1' })
      expect(caller).toEqual({ via: 'open', id: null, scopes, grant: null })
      expect([access.csrfToken(caller), access.refreshedCookie(caller)]).toEqual([null, undefined])
      expect(access.stillAdmitted(caller)).toBe(true)
    }
  })

  it('callers from elsewhere may do only what is open to all', async () => {
    const { admit } = opened()
    await expect(admit('read', { remoteAddress: '10.0.0.5' })).rejects.toEqual(refusal('unauthenticated'))
    expect(await admit('open', { remoteAddress: '10.0.0.5' })).toMatchObject({ scopes: [] })
  })

  it('a tunnel or proxy on this Mac lets nobody in, and a key does', async () => {
    const { admit, settings } = opened()
    const { key, stored } = newApiKey({ label: 'phone', scopes: ['read'], expiresInDays: undefined }, Date.now())
    settings.change(() => ({ auth: { api_keys: [stored] } }))
    for (const passedOn of [
      { host: 'mac.example' },
      { host: '192.168.1.5:8723' },
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-forwarded-host': 'mac.example' },
    ]) {
      await expect(admit('read', { headers: passedOn })).rejects.toEqual(refusal('unauthenticated'))
      expect(await admit('open', { headers: passedOn })).toMatchObject({ scopes: [] })
      const headers = { ...passedOn, authorization: `Bearer ${key}` }
      expect(await admit('read', { headers })).toMatchObject({ via: 'key', id: stored.id, scopes: ['read'] })
      await expect(admit('admin', { headers })).rejects.toEqual(refusal('forbidden'))
    }
    for (const host of ['localhost:8723', '127.0.0.1:8723', '[::1]:8723'])
      expect(await admit('admin', { headers: { host } })).toMatchObject({ via: 'open', scopes })
  })

  it('nobody can sign in', async () => {
    await expect(opened().access.passwords.login('', await requestOf(post))).rejects.toEqual(refusal('unauthenticated'))
  })

  it('setting a password ends this at once', async () => {
    const { access, admit, settings } = opened()
    const caller = await admit('read')
    settings.change(() => ({ auth: { password_hash: passwordHash } }))
    expect(access.stillAdmitted(caller)).toBe(false)
    await expect(admit('read')).rejects.toEqual(refusal('unauthenticated'))
  })
})

describe('a browser', () => {
  it('that is not signed in may see only what is open to all', async () => {
    const { admit, access } = opened({ hash: passwordHash })
    for (const scope of scopes) await expect(admit(scope)).rejects.toEqual(refusal('unauthenticated'))
    const caller = await admit('open', { headers: { authorization: 'Bearer x', cookie: 'service_session=x' } })
    expect(caller.scopes).toEqual([])
    expect(access.stillAdmitted(caller)).toBe(false)
  })

  it('signs in with the password and may do everything', async () => {
    const { admit, access, headers } = await signedIn()
    const caller = await admit('admin', { headers })
    expect(caller).toEqual({ via: 'session', id: expect.stringMatching(/^[0-9a-f]{16}$/), scopes, grant: null })
    expect(access.stillAdmitted(caller)).toBe(true)
  })

  it('cannot change anything with its cookie only: it needs the token of its page', async () => {
    const { admit, access, headers } = await signedIn()
    const token = access.csrfToken(await admit('read', { headers })) ?? ''
    const other = access.csrfToken({ via: 'session', id: 'other', scopes, grant: null })
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect(await admit('admin', { method, headers: { ...headers, 'x-csrf-token': token } })).toBeDefined()
      for (const wrong of ['', 'x', token.slice(1), other ?? ''])
        await expect(admit('admin', { method, headers: { ...headers, 'x-csrf-token': wrong } })).rejects.toEqual(
          refusal('forbidden'),
        )
      await expect(admit('admin', { method, headers })).rejects.toEqual(refusal('forbidden'))
    }
  })

  it('stays signed in for thirty days after it was last seen', async () => {
    const { admit, access, clock, headers } = await signedIn()
    const dayMs = 86_400_000
    expect(access.refreshedCookie(await admit('read', { headers }))).toBeUndefined()
    for (let days = 0; days < 120; days += 20) {
      clock.nowMs += 20 * dayMs
      const caller = await admit('read', { headers })
      expect(access.refreshedCookie(caller)).toContain(`${headers.cookie}; Max-Age=2592000`)
      expect(access.refreshedCookie(await admit('read', { headers }))).toBeUndefined()
    }
    clock.nowMs += 30 * dayMs
    await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
  })

  it('gets another cookie whenever it signs in, and the previous one becomes invalid', async () => {
    const { admit, access, headers } = await signedIn()
    const again = sentBack((await access.passwords.login(password, await requestOf({ ...post, headers }))).cookie)
    expect(again).not.toEqual(headers)
    await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
    expect(access.services.sessions.list()).toHaveLength(1)
  })

  it('can sign itself out or be signed out by another', async () => {
    const { admit, access, headers } = await signedIn()
    const caller = await admit('read', { headers })
    expect(access.passwords.logout(caller, await requestOf(post)).cookie).toContain('service_session=; Max-Age=0')
    expect(access.stillAdmitted(caller)).toBe(false)
    await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
  })

  it('that came through TLS gets a cookie that is sent over TLS only', async () => {
    const { access } = opened({ hash: passwordHash })
    const overTls = await requestOf({ ...post, headers: { host: 'mac.example', origin: 'https://mac.example' } })
    expect((await access.passwords.login(password, overTls)).cookie).toContain('; Secure')
    expect((await access.passwords.login(password, await requestOf(post))).cookie).not.toContain('Secure')
  })

  it('is still signed in after a restart, with the same token for its page', async () => {
    const { admit, access, dir, headers } = await signedIn()
    const token = access.csrfToken(await admit('read', { headers }))
    const later = opened({ base: dir.base })
    expect(later.access.csrfToken(await later.admit('read', { headers }))).toBe(token)
  })

  it('is recognised when a program on another port has put a cookie in front', async () => {
    const { admit, headers } = await signedIn()
    expect(await admit('read', { headers: { cookie: `service_session=evil; ${headers.cookie}` } })).toBeDefined()
  })
})

describe('an API key', () => {
  it('grants what its scopes say, and nothing else', async () => {
    const { admit, access, stored, headers } = withKey({ scopes: ['write'] })
    const caller = await admit('write', { ...post, headers })
    expect(caller).toEqual({ via: 'key', id: stored.id, scopes: ['write'], grant: null })
    expect([access.csrfToken(caller), access.stillAdmitted(caller)]).toEqual([null, true])
    for (const scope of ['read', 'admin'] as const)
      await expect(admit(scope, { headers })).rejects.toMatchObject({
        code: 'forbidden',
        details: { missing: `scope ${scope}` },
      })
  })

  it('that is revoked or expired no longer grants anything', async () => {
    const { admit, access, settings, clock, headers } = withKey({ expiresInDays: 1 })
    const caller = await admit('read', { headers })
    clock.nowMs += 86_400_000
    expect(access.stillAdmitted(caller)).toBe(false)
    await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
    clock.nowMs -= 86_400_000
    expect(access.stillAdmitted(caller)).toBe(true)
    settings.change(() => ({ auth: { api_keys: [] } }))
    expect(access.stillAdmitted(caller)).toBe(false)
    await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
  })

  it('is accepted in its header only: in an address or a cookie it makes the request fail', async () => {
    const { admit, key, headers } = withKey()
    const misplaced: InjectOptions[] = [
      { url: `/api/v1/x?api_key=${key}` },
      { url: `/api/v1/x?key=${key}`, headers },
      { url: '/api/v1/x?api_key=1', headers },
      { headers: { cookie: `service_session=${key}` } },
      { headers: { ...headers, cookie: `key=${key}` } },
    ]
    for (const asked of misplaced) await expect(admit('read', asked)).rejects.toEqual(refusal('unauthenticated'))
  })

  it.each(['', 'Bearer', 'Basic dXNlcjpwYXNz', 'Bearer svc_', 'Bearer a b'])(
    '"%s" is not an API key',
    async (authorization) => {
      const { admit, headers } = await signedIn()
      await expect(admit('read', { headers: { ...headers, authorization } })).rejects.toEqual(
        refusal('unauthenticated'),
      )
    },
  )

  it('with a grant is refused where a part of the messages has no meaning, whether a password is set or not', async () => {
    for (const hash of [passwordHash, null]) {
      const { admit, settings, headers, access } = withKey({ grant: { ...everything, people: { only: [] } } })
      settings.change(() => ({ auth: { password_hash: hash } }))
      const caller = await admit('read', { headers }, 'narrowed')
      expect(caller).toMatchObject({ via: 'key', grant: { people: { only: [] } } })
      await expect(admit('read', { headers }, 'refused')).rejects.toEqual(refusal('forbidden'))
      expect(access.stillAdmitted(caller)).toBe(true)
    }
  })

  it('whose grant is changed is admitted anew', async () => {
    const { admit, access, settings, stored, headers } = withKey()
    const caller = await admit('read', { headers })
    settings.change(() => ({ auth: { api_keys: [{ ...stored, grant: { ...everything, since: '2026-01-01' } }] } }))
    expect(access.stillAdmitted(caller)).toBe(false)
    const limited = await admit('read', { headers }, 'narrowed')
    expect([limited.grant?.since, access.stillAdmitted(limited)]).toEqual(['2026-01-01', true])
  })

  it('records when and from where it was used', async () => {
    const { admit, access, stored, headers } = withKey()
    await admit('read', { headers })
    expect(access.services.apiKeysUse.last(stored.id)).toMatchObject({ on: '2026-01-01' })
  })
})
