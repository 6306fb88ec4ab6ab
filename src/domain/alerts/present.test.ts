import { expect, test } from 'vitest'
import { type Present, presentAlerts } from './present.ts'
import type { RaisedAlert } from './raised.ts'

const at = (hours: number, minutes: number, day = 1) => new Date(2026, 5, day, hours, minutes).getTime()
const nowMs = at(16, 30)

const webhook = { name: 'webhook', enabled: true, queued: 39, manifest: { display_name: 'Webhook' } }
const failing: RaisedAlert = {
  id: 'a',
  kind: 'deliveries_failing',
  plugin: 'webhook',
  webhook: null,
  sinceMs: at(16, 2),
  reason: 'connection refused.',
}

const shown = (changes: Partial<Present>) =>
  presentAlerts({
    raised: [failing],
    lastHeartbeatS: nowMs / 1000,
    isBridgeAlive: true,
    plugins: [webhook],
    webhooks: [],
    nowMs,
    ...changes,
  })

test('an alert states the problem, since when, the reason, and how many deliveries wait', () => {
  const next_attempt_at = new Date(at(16, 38)).toISOString()
  const manifest = { ...webhook.manifest, waiting_for: 'receiver', next_attempt_at }
  expect(shown({ plugins: [{ ...webhook, manifest }] })).toEqual([
    {
      id: 'a',
      kind: 'deliveries_failing',
      plugin: 'webhook',
      webhook: null,
      key: null,
      mac: null,
      reason: 'connection refused.',
      queued: 39,
      since: new Date(at(16, 2)).toISOString(),
      next_attempt_at,
      summary:
        'Deliveries to Webhook have been failing since 16:02 (connection refused). 39 queued, next attempt 16:38.',
    },
  ])
})

test('a time on another day includes its date', () => {
  const quiet = {
    id: 'q',
    kind: 'mac_quiet',
    plugin: null,
    webhook: null,
    sinceMs: at(23, 5, 0),
    reason: 'Messages is not open',
  } as const
  expect(shown({ raised: [quiet] })[0]?.summary).toBe(
    'No message has arrived since 2026-05-31 23:05, longer than usual (Messages is not open).',
  )
})

test('the webhook of a BlueBubbles client is named by its host, and has no alert once the webhook or its key is deleted', () => {
  const about = { plugin: null, webhook: { id: 3, host: 'example.org' } }
  const raised = [{ ...failing, ...about, reason: 'no answer' }]
  const next_attempt_at = new Date(at(16, 38)).toISOString()
  const registered = { id: 3, state: 'failing', queued: 2, next_attempt_at }
  expect(shown({ raised, webhooks: [registered] })).toMatchObject([
    {
      ...about,
      queued: 2,
      next_attempt_at,
      summary:
        'Deliveries to the webhook at example.org have been failing since 16:02 (no answer). 2 queued, next attempt 16:38.',
    },
  ])
  expect(shown({ raised, webhooks: [{ ...registered, state: 'paused' }] })).toEqual([])
  expect(shown({ raised })).toEqual([])
})

test('a plugin that was switched off has no alert', () => {
  expect(shown({ plugins: [{ ...webhook, enabled: false }] })).toEqual([])
})

test('a bridge that does not run is an alert of its own before the others, unless none has ever run', () => {
  const gone = { isBridgeAlive: false, lastHeartbeatS: at(16, 20) / 1000 }
  expect(shown(gone).map(({ kind }) => kind)).toEqual(['relay_stopped', 'deliveries_failing'])
  expect(shown(gone)[0]?.summary).toBe('Relaying has stopped: nothing has been relayed since 16:20.')
  expect(shown({ ...gone, raised: [], lastHeartbeatS: undefined })).toEqual([])
})
