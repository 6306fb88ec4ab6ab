import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { testAccessServices } from './test-access-services.ts'

const nowMs = Date.UTC(2026, 0, 1)
const accessServices = testAccessServices(onTestFinished)

function twoBrowsers() {
  const opened = accessServices(nowMs)
  const begin = (browser: string, atMs: number) =>
    opened.sessions.begin({ browser, passwordMark: 'mark', isSecure: false }, atMs).id
  return { ...opened, safari: begin('Safari', nowMs), firefox: begin('Firefox', nowMs + 1_000) }
}

it('lists browsers without their cookies, and marks the current one', async () => {
  const { services, request, safari, firefox } = twoBrowsers()
  expect(await listSessions({}, services, request({ id: safari }))).toEqual([
    {
      id: firefox,
      browser: 'Firefox',
      current: false,
      created_at: '2026-01-01T00:00:01.000Z',
      last_seen_at: '2026-01-01T00:00:01.000Z',
      expires_at: '2026-01-31T00:00:01.000Z',
    },
    expect.objectContaining({ id: safari, current: true }),
  ])
  const byKey = await listSessions({}, services, request({ via: 'key', id: safari }))
  expect(byKey.some(({ current }) => current)).toBe(false)
})

it('signs one of them out', async () => {
  const { dir, services, request, text, safari, firefox } = twoBrowsers()
  await endSession({ id: firefox }, services, request({ id: safari }))
  expect((await listSessions({}, services, request())).map(({ id }) => id)).toEqual([safari])
  expect(JSON.parse(text(dir.auditFile))).toMatchObject({
    action: 'session_ended',
    principal: `session:${safari}`,
    target: firefox,
  })
})

it('reports an unknown id', () => {
  const { services, request } = twoBrowsers()
  expect(() => endSession({ id: 'none' }, services, request())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
})
