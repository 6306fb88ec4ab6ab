import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSessions, type Sessions } from '../../store/sessions.ts'
import { testFolders } from '../../store/test-folder.ts'
import { browserSessions } from './browser-sessions.ts'
import { sentBack } from './test-access.ts'

const testFolder = testFolders(onTestFinished)

function opened(differs: Partial<Sessions> = {}) {
  const sessions = openSessions({ path: join(testFolder(), 'sessions.db') })
  onTestFinished(sessions.close)
  const now = { ms: Date.UTC(2026, 0, 1), hash: 'a hash' as string | undefined }
  const parts = { passwordHash: () => now.hash, installKey: Buffer.alloc(32), nowMs: () => now.ms }
  const browsers = browserSessions({ ...parts, sessions: { ...sessions, ...differs } })
  const { id, cookie } = browsers.begin({ name: 'Safari', isSecure: false })
  return { now, browsers, id, header: sentBack(cookie).cookie }
}

it('a browser stays signed in when renewing its session cannot be written', () => {
  const { now, browsers, header } = opened({
    seen() {
      throw new Error('database or disk is full')
    },
  })
  now.ms += 86_400_000
  const signed = browsers.ofCookie(header)
  expect(signed && browsers.renew(signed)).toBeUndefined()
  expect(browsers.ofCookie(header)).toBeDefined()
})

it('lists only sessions that began with the current password', () => {
  const { now, browsers, id } = opened()
  expect(browsers.list().map((session) => session.id)).toEqual([id])
  for (const hash of ['another hash', undefined]) {
    now.hash = hash
    expect([browsers.list(), browsers.isAlive(id)]).toEqual([[], false])
  }
})

it('gives each browser a token of its own for its page', () => {
  const { browsers, id } = opened()
  const other = browsers.begin({ name: 'Firefox', isSecure: false }).id
  expect(browsers.csrfToken(id)).not.toBe(browsers.csrfToken(other))
  expect(browsers.isCsrfToken(id, browsers.csrfToken(id))).toBe(true)
  expect(browsers.isCsrfToken(id, browsers.csrfToken(other))).toBe(false)
  expect(browsers.isCsrfToken(id, undefined)).toBe(false)
})
