import { expect, it, onTestFinished } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import { openHeartbeat } from '../store/heartbeat.ts'
import { setupChecks } from './setup-checks.ts'
import { asked, nowMs, testDoors } from './test-doors.ts'

const doorsOf = testDoors(onTestFinished)

function macWith(config: object) {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const messages = openMessages(mac.home)
  onTestFinished(messages.close)
  const contacts = readContacts(messagesPaths(mac.home).addressBook)
  return doorsOf({ messages, contacts, programs: findPrograms(mac.bin) }, config)
}

const open = async ({ doors }: ReturnType<typeof macWith>) =>
  (await setupChecks({}, doors, asked)).filter(({ ok }) => !ok).map(({ name }) => name)

it('finds nothing to do where all is in place', async () => {
  const made = macWith({
    ...{ auth: { password_hash: 'hash' }, whitelist: { handles: ['+15550100'] } },
    integrations: { webhook: { enabled: true } },
  })
  openHeartbeat(made.dir.heartbeatFile).beat(nowMs)
  expect(await open(made)).toEqual([])
})

it('finds what is left to do on a new Mac', async () => {
  expect(await open(macWith({}))).toEqual(['bridge', 'password', 'scope', 'plugins'])
})

it('says what only a restart brings into force', async () => {
  const made = macWith({})
  made.doors.settings.change(() => ({ web: { port: 9_000, host: '::1' } }))
  const check = (await setupChecks({}, made.doors, asked)).find(({ name }) => name === 'restart')
  expect(check).toMatchObject({ ok: false, message: expect.stringContaining('web.host and web.port') })
})

it('says why Messages and Contacts cannot be read, and which programs are missing', async () => {
  const { doors } = macWith({})
  const bare = { ...doors, programs: {}, messages: openMessages('/nowhere'), contacts: readContacts('/nowhere') }
  const found = (await setupChecks({}, bare, asked)).filter(({ ok }) => !ok).map(({ name }) => name)
  expect(found).toEqual(expect.arrayContaining(['messages', 'contacts', 'sending', 'pictures', 'sound']))
})
