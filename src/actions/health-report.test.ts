import { expect, it, onTestFinished } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { openHeartbeat } from '../store/heartbeat.ts'
import { healthReport } from './health-report.ts'
import type { Services } from './services.ts'
import { nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const current = { state: 'current', indexed: 1, total: 1, reason: null }
const search = { status: () => current } as Partial<Services['search']> as Services['search']

function macWith() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  mac.messages.receive({ from: '+12025550123', text: 'Hello' })
  const messages = openMessages(mac.home)
  onTestFinished(messages.close)
  const contacts = readContacts(messagesPaths(mac.home).addressBook)
  return servicesOf({ messages, contacts, search })
}

const row = async ({ services }: Pick<ReturnType<typeof macWith>, 'services'>, name: string) =>
  (await healthReport({}, services, request)).rows.find((each) => each.name === name)

it('reports since when the bridge is silent, and how to start it', async () => {
  const made = macWith()
  openHeartbeat(made.dir.heartbeatFile).write(nowMs - 90_000)
  expect(await row(made, 'bridge')).toMatchObject({
    state: 'failing',
    value: 90,
    unit: 'seconds',
    fix: { by: 'restart', process: 'bridge' },
  })
  openHeartbeat(made.dir.heartbeatFile).write(nowMs - 1_000)
  expect(await row(made, 'bridge')).toMatchObject({ state: 'ok', value: 1, fix: null })
})

it('reports why Messages cannot be read, and where to fix it', async () => {
  const { services } = macWith()
  const away = { ...services, messages: openMessages('/nowhere') }
  expect(await row({ services: away }, 'messages')).toMatchObject({
    state: 'failing',
    fix: { by: 'pane', pane: 'full_disk_access' },
  })
})

it('names a password that is not set, and where to set one', async () => {
  const { services } = macWith()
  expect(await row({ services }, 'password')).toMatchObject({
    state: 'warning',
    finding: 'password_missing',
    fix: { by: 'page', path: '/app/settings/security' },
  })
  services.settings.change(() => ({ auth: { password_hash: 'hash' } }))
  expect(await row({ services }, 'password')).toMatchObject({ state: 'ok', fix: null })
})

it('names the plugin to which deliveries fail, and leads to them', async () => {
  const { services, bridgeNotes } = macWith()
  expect(await row({ services }, 'waiting')).toMatchObject({ state: 'neutral', fix: null })
  const manifest = { display_name: 'Webhook' }
  bridgeNotes.put({ name: 'webhook', tier: 'official', status: 'running', lastError: null, manifest }, 0)
  services.settings.change(() => ({ integrations: { webhook: { enabled: true, url: 'http://127.0.0.1:9/' } } }))
  const alert = { id: 'a', kind: 'deliveries_failing', plugin: 'webhook' } as ReturnType<
    Services['alerts']['current']
  >[0]
  const failing = { ...services, alerts: { current: () => [alert] } }
  expect(await row({ services: failing }, 'waiting')).toMatchObject({
    state: 'failing',
    finding: 'deliveries_failing',
    values: { names: 'Webhook' },
    fix: { by: 'page', path: '/app/relay/deliveries?state=retrying' },
  })
})

it('contains no handle and no key, and shows errors only to an administrator', async () => {
  const { services } = macWith()
  const error = { ts: new Date(nowMs).toISOString(), source: 'web', level: 'error', msg: 'a file went away' } as const
  const failing = { ...services, logFile: { last: async () => [error] } }
  const report = await healthReport({}, failing, request)
  expect(JSON.stringify(report)).not.toMatch(/2025550123|svc_/)
  expect(report.recent_errors).toEqual([error])
  const reader = { ...request, caller: { ...request.caller, scopes: ['read'] as const } }
  expect((await healthReport({}, failing, reader)).recent_errors).toEqual([])
})
