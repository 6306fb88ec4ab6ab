import { expect, test } from 'vitest'
import { renewSubscription } from './renew-push.ts'

const choices = { level: 'sender', people: ['+12025550123'], muted: [], alerts: true, held: true, language: 'de' }
const old = { id: 'old', current: true, created_at: '2026-03-01T12:00:00Z', ...choices }
const older = { ...old, id: 'older', created_at: '2026-02-01T12:00:00Z', level: 'rich' }
const others = { ...old, id: 'others', current: false, created_at: '2026-03-02T12:00:00Z' }

const target = { endpoint: 'https://push.example.com/new', keys: { p256dh: 'p', auth: 'a' } }

/** A service that has these subscriptions; returns what it was asked to change. */
async function renewed(subscribed: object[], { status = 200 } = {}) {
  const changes: unknown[] = []
  const answers: Record<string, unknown> = {
    '/api/v1/push/subscriptions': subscribed,
    '/api/v1/push/key': { public_key: 'key of the service' },
    '/api/ui/session': { csrf_token: 'token' },
  }
  let subscribedFor: string | undefined
  await renewSubscription({
    fetch: async (path, init) => {
      if (init === undefined) return Response.json(answers[path], { status })
      const headers = new Headers(init.headers)
      changes.push([
        init.method,
        path,
        headers.get('x-csrf-token'),
        ...(init.body ? [JSON.parse(String(init.body))] : []),
      ])
      return init.method === 'POST' ? Response.json({ id: 'new' }) : new Response(null, { status: 204 })
    },
    subscribe: async (key) => {
      subscribedFor = key
      return { toJSON: () => target } as unknown as PushSubscription
    },
  }).catch((error: unknown) => changes.push(error))
  return { changes, subscribedFor }
}

test('an expired subscription is replaced by one with the last choices, and other subscriptions of this browser are removed', async () => {
  const { changes, subscribedFor } = await renewed([others, older, old])
  expect(subscribedFor).toBe('key of the service')
  expect(changes).toEqual([
    ['POST', '/api/v1/push/subscriptions', 'token', { ...target, ...choices }],
    ['DELETE', '/api/v1/push/subscriptions/older', 'token'],
    ['DELETE', '/api/v1/push/subscriptions/old', 'token'],
  ])
})

test('a browser that is not notified is not subscribed', async () => {
  expect(await renewed([others])).toEqual({ changes: [], subscribedFor: undefined })
})

test('nothing is changed once the session has ended', async () => {
  const { changes, subscribedFor } = await renewed([old], { status: 401 })
  expect([changes, subscribedFor]).toEqual([[expect.any(Error)], undefined])
})
