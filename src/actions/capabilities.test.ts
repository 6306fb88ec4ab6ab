import { expect, it, onTestFinished } from 'vitest'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { type Ability, abilities, helperAbilities } from '../contract/capability.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import { capabilities } from './capabilities.ts'
import type { Services } from './services.ts'
import { testSending } from './test-sending.ts'
import { request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const search = { status: () => ({ reason: null }) } as Partial<Services['search']> as Services['search']

function macOf(macos: MacosVersion) {
  const mac = temporaryMac({ macos })
  onTestFinished(mac.close)
  const messages = openMessages(mac.home)
  onTestFinished(messages.close)
  const contacts = readContacts(messagesPaths(mac.home).addressBook)
  return { mac, services: servicesOf({ messages, contacts, search, programs: findPrograms(mac.bin) }).services }
}

async function supportedBy(services: Services): Promise<Ability[]> {
  return (await capabilities({}, services, request)).filter(({ supported }) => supported).map(({ name }) => name)
}

const everywhere: Ability[] = [
  'read_messages',
  'read_contacts',
  'replies',
  'search',
  'convert_images',
  'convert_audio',
  'send_text',
  'send_file',
]

it.each<[MacosVersion, Ability[]]>([
  [12, []],
  [13, ['edits', 'recently_deleted', 'rcs']],
  [15, ['edits', 'recently_deleted', 'emoji_tapbacks', 'send_later', 'rcs']],
  [26, ['edits', 'recently_deleted', 'emoji_tapbacks', 'send_later', 'rcs']],
])('macOS %i supports %j in addition to what every Mac supports', async (macos, more) => {
  expect((await supportedBy(macOf(macos).services)).toSorted()).toEqual([...everywhere, ...more].toSorted())
})

it('lists every ability once, with a reason exactly where it is missing', async () => {
  const told = await capabilities({}, macOf(12).services, request)
  expect(told.map(({ name }) => name)).toEqual(abilities.filter((name) => !helperAbilities.includes(name)))
  expect(told.every(({ supported, reason }) => supported === (reason === null))).toBe(true)
})

it('explains in plain words what is missing', async () => {
  const { services } = macOf(26)
  const bare = servicesOf({
    ...services,
    programs: {},
    messages: openMessages('/nowhere'),
    contacts: readContacts('/nowhere'),
  })
  const reasons = Object.fromEntries(
    (await capabilities({}, bare.services, request)).map(({ name, reason }) => [name, reason]),
  )
  expect(reasons).toMatchObject({
    read_messages: expect.stringContaining('Messages'),
    edits: reasons.read_messages,
    read_contacts: expect.stringContaining('contacts'),
    convert_images: expect.stringContaining('sips'),
    convert_audio: expect.stringContaining('afconvert'),
    send_text: reasons.read_messages,
    send_file: reasons.read_messages,
  })
})

it('the reason why nothing can be sent is that of the last script', async () => {
  const { services } = macOf(26)
  const denied = 'macOS does not let this program drive Messages.'
  const { sending } = testSending({}, denied)
  const told = await capabilities({}, { ...services, sending }, request)
  const reasons = Object.fromEntries(told.map(({ name, reason }) => [name, reason]))
  expect(reasons).toMatchObject({ send_text: denied, send_file: denied, read_messages: null })
})

it('tapbacks, edits and unsends depend on the window of Messages', async () => {
  const { services } = macOf(26)
  const window = { ...services.window, trouble: async (ability: string) => (ability === 'send_edits' ? null : 'Off.') }
  const supported = await supportedBy({ ...services, window })
  expect(supported).toContain('send_edits')
  expect(supported).not.toContain('send_tapbacks')
})
