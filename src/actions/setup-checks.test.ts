import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clearFaults, setFault } from '../../simulator/programs/faults.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { ServiceError } from '../domain/service-error.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import { automationProbe } from '../sending/messages/automation.ts'
import { openStatusFile } from '../store/bridge-status.ts'
import { openHeartbeat } from '../store/heartbeat.ts'
import { setupChecks } from './setup-checks.ts'
import { macWithout, nowMs, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)

function macWith(config: object) {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const messages = openMessages(mac.home)
  onTestFinished(messages.close)
  const contacts = readContacts(messagesPaths(mac.home).addressBook)
  return { home: mac.home, ...servicesOf({ messages, contacts, programs: findPrograms(mac.bin) }, config) }
}

type Made = Pick<ReturnType<typeof macWith>, 'services'>
const checksOf = async ({ services }: Made) => (await setupChecks({}, services, request)).checks
const open = async (made: Made) => (await checksOf(made)).filter(({ ok }) => !ok).map(({ name }) => name)
const check = async (made: Made, name: string) => (await checksOf(made)).find((each) => each.name === name)

it('finds nothing to do where everything is in place', async () => {
  const made = macWith({
    auth: { password_hash: 'hash' },
    whitelist: { handles: ['+15550100'] },
    integrations: { webhook: { enabled: true } },
  })
  openHeartbeat(made.dir.heartbeatFile).write(nowMs)
  expect(await open(made)).toEqual([])
})

it('reports for each process whether it can read Contacts, as soon as the process has recorded it', async () => {
  const made = macWith({})
  const says = async (name: string) => (await check(made, name))?.finding
  expect(await says('contacts_bridge')).toBeUndefined()
  openHeartbeat(made.dir.heartbeatFile).write(nowMs)
  const status = openStatusFile(made.dir.statusFile)
  const said = { pid: 1, started_at: '', state: 'polling', reason: null, cursor: 0, pending: 0, dead: 0 } as const
  status.write(said)
  expect(await says('contacts_bridge')).toBe('bridge_old')
  status.write({ ...said, program: '/opt/node', contacts: 'denied' })
  expect(await check(made, 'contacts_bridge')).toMatchObject({
    state: 'missing',
    process: 'bridge',
    program: '/opt/node',
    values: { program: '/opt/node' },
  })
  expect(await says('contacts')).toBe('contacts_readable')
})

it('finds what is left to do on a new Mac', async () => {
  expect(await open(macWith({}))).toEqual(['full_disk_access_bridge', 'bridge', 'password', 'scope', 'plugins'])
})

it('reports settings that need a restart to take effect', async () => {
  const made = macWith({})
  made.services.settings.change(() => ({ web: { port: 9_000, host: '::1' } }))
  expect(await check(made, 'restart')).toMatchObject({
    ok: false,
    message: expect.stringContaining('web.host, web.port'),
    finding: 'restart_needed',
    values: { settings: 'web.host, web.port' },
  })
})

it('reports why Messages and Contacts cannot be read, and which programs are missing', async () => {
  const { services } = macWith({})
  const bare = { ...services, programs: {}, messages: openMessages('/nowhere'), contacts: readContacts('/nowhere') }
  const expected = ['full_disk_access', 'contacts', 'sending', 'pictures', 'sound']
  expect(await open({ services: bare })).toEqual(expect.arrayContaining(expected))
})

const denied: Made['services']['messages']['features'] = () => {
  throw new ServiceError('messages_unreadable', 'macOS denies access to Messages.')
}

it('names the program, the pane and the steps for the version of macOS', async () => {
  const { services } = macWith({})
  const refused = { ...services, messages: { ...services.messages, features: denied } }
  const found = await check({ services: refused }, 'full_disk_access')
  expect(found).toMatchObject({ state: 'missing', pane: 'full_disk_access', program: process.execPath })
  expect(found?.steps[0]).toContain('System Settings')
  const old = { ...refused, mac: { ...macWithout, macos: async () => '12.7.6' } }
  expect((await check({ services: old }, 'full_disk_access'))?.steps[0]).toContain('System Preferences')
})

it('remembers the granted program, and reports when Node was replaced since', async () => {
  const { services } = macWith({})
  expect((await check({ services }, 'full_disk_access'))?.state).toBe('granted')
  const before = services.setup.granted()
  expect(before).toMatchObject({ program: process.execPath, node: process.versions.node })
  services.setup.grant({
    program: '/opt/node/26.1.0/bin/node',
    inode: 1,
    node: '26.1.0',
    at: '2026-01-01T00:00:00.000Z',
  })
  const refused = { ...services, messages: { ...services.messages, features: denied } }
  expect((await check({ services: refused }, 'full_disk_access'))?.message).toMatch(/Node was replaced\. 26\.1\.0/)
})

it('tests automation by controlling Messages: denied, not running, granted', async () => {
  const made = macWith({})
  const programs = findPrograms(join(made.home, 'bin'))
  const automation = automationProbe({ programs, nowMs: Date.now, holdsMs: { granted: 0, otherwise: 0 } })
  const services = { ...made.services, mac: { ...macWithout, automation } }
  const state = async () => (await check({ services }, 'automation'))?.state
  setFault(made.home, { name: 'automation-denied', times: null })
  await expect.poll(state).toBe('missing')
  clearFaults(made.home)
  setFault(made.home, { name: 'not-running', times: null })
  await expect.poll(state).toBe('unknown')
  clearFaults(made.home)
  await expect.poll(state).toBe('granted')
})

it('notes the furthest step, understands the steps of earlier releases, and ignores a damaged file', () => {
  const { services, dir } = macWith({})
  const { setup } = services
  setup.advance({ step: 'destination', exposure_seen: true })
  const noted = { step: 'relayed', furthest: 'destination', exposure_seen: true, finished: false }
  expect(setup.advance({ step: 'relayed' })).toEqual(noted)
  expect(setup.progress()).toEqual(noted)
  const former = { step: 'you', exposure_seen: true, finished: true }
  writeFileSync(dir.setupFile, JSON.stringify({ progress: former, granted: null }))
  expect(setup.progress()).toEqual({ ...former, step: 'relayed', furthest: 'relayed' })
  writeFileSync(dir.setupFile, '{"progress":')
  const beginning = { step: 'welcome', furthest: 'welcome', exposure_seen: false, finished: false }
  expect(setup.progress()).toEqual(beginning)
})
