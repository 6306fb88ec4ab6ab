import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { brokenLink } from '../../store/audit-log.ts'
import { password, passwordHash, requestOf, sentBack, testAccess } from './test-access.ts'

const opened = testAccess(onTestFinished)
const refusal = (code: ErrorCode) => expect.objectContaining({ code })
const another = 'staple battery horse'

const audited = ({ dir }: ReturnType<typeof opened>) => {
  const lines = readFileSync(dir.auditFile, 'utf8').trimEnd().split('\n')
  expect(brokenLink(lines)).toBeUndefined()
  return lines.map((line) => JSON.parse(line))
}

it('a wrong password is refused, counted and audited', async () => {
  const parts = opened({ hash: passwordHash })
  const { access, clock } = parts
  const request = await requestOf({ method: 'POST' })
  for (let n = 0; n < 5; n++)
    await expect(access.passwords.login(another, request)).rejects.toEqual(refusal('unauthenticated'))
  await expect(access.passwords.login(password, request)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retry_after_s: 1 },
  })
  clock.nowMs += 1_000
  const { cookie } = await access.passwords.login(password, request)
  expect(cookie).toMatch(/^service_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/)
  const entries = audited(parts)
  expect(entries.map(({ result }) => result)).toEqual([...Array(5).fill('refused'), 'ok'])
  expect(entries.at(-1)).toMatchObject({ action: 'login', principal: expect.stringMatching(/^session:/) })
})

it('checks at most five of fifty simultaneous guesses', async () => {
  const { access } = opened({ hash: passwordHash })
  const request = await requestOf({ method: 'POST', headers: { 'x-forwarded-for': '10.1.2.3' } })
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => access.passwords.login(another, request)))
  const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code)
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(5)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(45)
})

it('a password hash that cannot be read lets nobody in, and the log says what to do', async () => {
  const { access, admit, logged } = opened({ hash: 'plain text' })
  expect(access.isOpen()).toBe(false)
  await expect(admit('read')).rejects.toEqual(refusal('unauthenticated'))
  const request = await requestOf({ method: 'POST' })
  await expect(access.passwords.login('plain text', request)).rejects.toEqual(refusal('unauthenticated'))
  expect(logged.join()).toContain('service password set')
  expect(logged.join()).not.toContain('plain text')
})

it('is set for the first time with the token that the command prints, once', async () => {
  const parts = opened()
  const { access, admit } = parts
  const request = await requestOf({ method: 'POST' })
  const token = access.setupToken() ?? ''
  expect(token).toMatch(/^[\w-]{32}$/)
  await expect(access.passwords.setUp({ token: 'x'.repeat(32), password }, request)).rejects.toEqual(
    refusal('forbidden'),
  )
  await expect(access.passwords.setUp({ token, password: 'too short' }, request)).rejects.toEqual(
    refusal('weak_password'),
  )
  const { cookie } = await access.passwords.setUp({ token, password }, request)
  expect(await admit('admin', { headers: sentBack(cookie) })).toMatchObject({ via: 'session' })
  expect(access.setupToken()).toBeUndefined()
  await expect(access.passwords.setUp({ token, password: another }, request)).rejects.toEqual(refusal('gone'))
  expect(audited(parts)).toMatchObject([{ action: 'password_set', result: 'ok' }])
})

it('sets one of two first passwords that arrive at once', async () => {
  const { access } = opened()
  const request = await requestOf({ method: 'POST' })
  const token = access.setupToken() ?? ''
  const answers = await Promise.allSettled(
    [password, another].map((each) => access.passwords.setUp({ token, password: each }, request)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('gone') })
})

it('can be changed by a caller who knows it, which signs every other browser out', async () => {
  const { access, admit } = opened({ hash: passwordHash })
  const [own, other] = [
    sentBack((await access.passwords.login(password, await requestOf())).cookie),
    sentBack((await access.passwords.login(password, await requestOf())).cookie),
  ]
  const caller = await admit('admin', { headers: own })
  const request = await requestOf({ method: 'PUT', headers: own })
  const change = (current: string | undefined, wanted: string | null) =>
    access.passwords.changePassword({ current, password: wanted }, caller, request)
  await expect(change(undefined, another)).rejects.toEqual(refusal('forbidden'))
  await expect(change(another, another)).rejects.toEqual(refusal('forbidden'))
  await expect(change(password, 'password123')).rejects.toEqual(refusal('weak_password'))
  const changed = sentBack((await change(password, another))?.cookie)
  expect(await admit('admin', { headers: changed })).toBeDefined()
  for (const headers of [own, other])
    await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
  expect(await access.passwords.login(another, await requestOf())).toBeDefined()
})

it('guesses are limited when it is to be changed as well', async () => {
  const { access, admit } = opened({ hash: passwordHash })
  const headers = sentBack((await access.passwords.login(password, await requestOf())).cookie)
  const caller = await admit('admin', { headers })
  const request = await requestOf({ method: 'PUT', headers })
  const guess = () => access.passwords.changePassword({ current: another, password }, caller, request)
  for (let n = 0; n < 5; n++) await expect(guess()).rejects.toEqual(refusal('forbidden'))
  await expect(guess()).rejects.toEqual(refusal('rate_limited'))
})

it('ends every session when it is changed elsewhere', async () => {
  const { access, admit, settings } = opened({ hash: passwordHash })
  const headers = sentBack((await access.passwords.login(password, await requestOf())).cookie)
  const caller = await admit('read', { headers })
  settings.change(() => ({ auth: { password_hash: passwordHash.replace('Redk', 'Rede') } }))
  expect(access.stillAdmitted(caller)).toBe(false)
  await expect(admit('read', { headers })).rejects.toEqual(refusal('unauthenticated'))
  expect(access.services.sessions.list()).toEqual([])
})

it('can be removed by a caller who knows it, unless the service listens on the network', async () => {
  for (const [listensOn, isRemoved] of [
    ['127.0.0.1', true],
    ['0.0.0.0', false],
  ] as const) {
    const { access, admit } = opened({ hash: passwordHash, listensOn })
    const headers = sentBack((await access.passwords.login(password, await requestOf())).cookie)
    const caller = await admit('admin', { headers })
    const request = await requestOf({ method: 'PUT', headers })
    const removal = access.passwords.changePassword({ current: password, password: null }, caller, request)
    if (isRemoved) expect((await removal)?.cookie).toContain('Max-Age=0')
    else await expect(removal).rejects.toEqual(refusal('forbidden'))
    expect(access.isOpen()).toBe(isRemoved)
  }
})

it('can be set by any caller who may do everything while there is none', async () => {
  const { access, admit } = opened()
  const caller = await admit('admin')
  const changed = await access.passwords.changePassword({ password }, caller, await requestOf({ method: 'PUT' }))
  expect(await admit('admin', { headers: sentBack(changed?.cookie) })).toMatchObject({ via: 'session' })
})

it('is in no file, nor is a cookie, and all files are private', async () => {
  const { access, dir, logged } = opened()
  const request = await requestOf({ method: 'POST' })
  const { cookie } = await access.passwords.setUp({ token: access.setupToken() ?? '', password }, request)
  const secrets = [password, sentBack(cookie).cookie.split('=')[1] ?? '', access.setupToken() ?? 'no token']
  const files = [dir.base, dir.stateDir].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  for (const file of files.filter((each) => statSync(each).isFile())) {
    expect(statSync(file).mode & 0o077).toBe(0)
    for (const secret of secrets) expect(readFileSync(file).includes(secret)).toBe(false)
  }
  for (const secret of [...secrets, 'argon2id']) expect(logged.join()).not.toContain(secret)
})
