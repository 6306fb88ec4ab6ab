import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { maxSessions, sessionLifeMs } from '../domain/access/session-life.ts'
import { openSessions } from './sessions.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const nowMs = Date.UTC(2026, 0, 1)
const safari = { browser: 'Safari', passwordMark: 'mark', isSecure: false }

function opened(path = join(testFolder(), 'sessions.db')) {
  const sessions = openSessions({ path })
  onTestFinished(sessions.close)
  return { path, sessions }
}

it('recognises a browser by its cookie, before and after a restart', () => {
  const { path, sessions } = opened()
  const { id, token } = sessions.begin({ ...safari, isSecure: true }, nowMs)
  const known = { id, createdMs: nowMs, lastSeenMs: nowMs, expiresMs: nowMs + sessionLifeMs, ...safari, isSecure: true }
  expect(sessions.ofToken(token)).toEqual(known)
  expect(opened(path).sessions.ofToken(token)).toEqual(known)
  expect(sessions.ofToken(id)).toBeUndefined()
})

it('stores no cookie, and lets nobody else read the file', () => {
  const { path, sessions } = opened()
  const { token } = sessions.begin(safari, nowMs)
  for (const name of readdirSync(dirname(path))) {
    const file = join(dirname(path), name)
    expect(readFileSync(file).includes(token)).toBe(false)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
})

it('gives every browser its own cookie', () => {
  const { sessions } = opened()
  const tokens = Array.from({ length: 20 }, () => sessions.begin(safari, nowMs).token)
  expect(new Set(tokens).size).toBe(20)
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true)
})

it('extends the session of a browser that is seen again', () => {
  const { sessions } = opened()
  const { id } = sessions.begin(safari, nowMs)
  sessions.seen(id, nowMs + 1_000)
  expect(sessions.ofId(id)).toMatchObject({ lastSeenMs: nowMs + 1_000, expiresMs: nowMs + 1_000 + sessionLifeMs })
})

it('ends one session, all but one, or all', () => {
  const { sessions } = opened()
  const [a = '', b = '', c = ''] = [1, 2, 3].map(() => sessions.begin(safari, nowMs).id)
  expect(sessions.end(a)).toBe(true)
  expect(sessions.end(a)).toBe(false)
  sessions.endAllBut(b)
  expect([sessions.ofId(b)?.id, sessions.ofId(c)]).toEqual([b, undefined])
  sessions.endAllBut(null)
  expect(sessions.list()).toEqual([])
})

it('drops the least recently seen sessions first', () => {
  const { sessions } = opened()
  const begun = Array.from({ length: maxSessions }, (_, n) => sessions.begin(safari, nowMs + n).id)
  sessions.seen(begun[0] ?? '', nowMs + 1_000)
  const late = sessions.begin(safari, nowMs - 1).id
  const left = sessions.list().map(({ id }) => id)
  expect(left).toHaveLength(maxSessions)
  expect(left).toEqual(expect.arrayContaining([late, begun[0]]))
  expect(left).not.toContain(begun[1])
})

it('drops expired sessions', () => {
  const { sessions } = opened()
  sessions.begin(safari, nowMs)
  sessions.begin(safari, nowMs + sessionLifeMs)
  expect(sessions.list()).toHaveLength(1)
})

it('removes control characters from the name of a browser and limits its length', () => {
  const { sessions } = opened()
  const { id } = sessions.begin({ ...safari, browser: `a\u001b[31m\nb${'x'.repeat(500)}` }, nowMs)
  expect(sessions.ofId(id)?.browser).toBe(`a[31mb${'x'.repeat(194)}`)
})
