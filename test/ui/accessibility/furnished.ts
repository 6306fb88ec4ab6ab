/**
 * Starts a service with something on every page: conversations of every kind, files, rules, plugins, statistics and a
 * log.
 */
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { startBridge } from '../../harness/bridge-process.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const ben = '+12025550145'
const carla = 'carla@example.com'

export interface Furnished extends WebHere {
  /** Path below /app/ of the conversation that contains everything. */
  thread: string
}

export async function furnished(): Promise<Furnished> {
  const config = { whitelist: { handles: [anna, ben] } }
  const web = await webHere({ config })
  const chatGuid = converse(web)
  const [first] = await web.client.list_messages({ guid: chatGuid })
  await web.client.star_message({ rowid: first?.rowid ?? 0 })
  await web.client.add_rule({
    name: 'Supper',
    conditions: 'from:Anna AND contains:supper',
    action: { type: 'auto_reply', body: 'At eight.' },
  })
  await until(async () => (await web.client.search({ q: 'supper' })).results.length > 0)
  const bridge = startBridge({ home: web.mac.home })
  await bridge.polling()
  return {
    ...web,
    thread: `c/${encodeURIComponent(chatGuid)}`,
    async [Symbol.asyncDispose]() {
      await bridge.kill()
      await web[Symbol.asyncDispose]()
    },
  }
}

function converse({ mac: { contacts, messages } }: WebHere): string {
  contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Example', phones: [anna] })
  contacts.onMyMac.add({ firstName: 'Ben', lastName: 'Sample', phones: [ben] })
  const minutes = (count: number) => ({ atMs: Date.now() - count * 60_000 })
  const yesterday = messages.receive({ from: anna, text: 'What about supper?', ...minutes(1500), read: true })
  messages.tapback({ target: yesterday, kind: 'love' })
  messages.send({ to: anna, text: 'Yes, https://example.com/menu', ...minutes(1499) })
  messages.send({
    to: anna,
    text: 'At eight then',
    replyTo: { guid: yesterday.guid, length: 18 },
    ...minutes(60),
  })
  const edited = messages.send({ to: anna, text: 'Bring wnie', ...minutes(59) })
  messages.edit({ message: edited, text: 'Bring wine' })
  messages.unsend({ message: messages.receive({ from: anna, text: 'A slip', ...minutes(58), read: true }) })
  for (const kind of ['jpeg', 'pdf', 'caf', 'mp4', 'vcf'] as const)
    messages.receive({ from: anna, files: [sampleFile(kind, 1)], ...minutes(50), read: true })
  messages.receive({ from: anna, text: '🎉', ...minutes(20), read: true })
  messages.receive({ from: carla, text: 'Hello from an address', ...minutes(30) })
  messages.receive({ from: ben, text: 'By text message', service: 'SMS', ...minutes(15) })
  const group = messages.createGroup({ members: [anna, ben], name: 'Supper club' })
  messages.receive({ from: ben, chat: group.guid, text: 'Who cooks?', ...minutes(10), read: true })
  messages.receive({ from: anna, chat: group.guid, text: 'I do', ...minutes(9), read: true })
  return messages.receive({ from: anna, text: 'See you', ...minutes(1) }).chatGuid ?? ''
}

/** Returns the texts that people and plugin authors wrote, wherever they are shown; the longest first. */
export async function written({ client }: WebHere): Promise<string[]> {
  const plugins = await client.list_plugins()
  const names = [
    'Anna Example',
    'Ben Sample',
    'Supper club',
    'Supper',
    'Robin Example',
    'Audio Message.caf',
    'clip-1.mp4',
  ]
  const files = ['Invoice 1001.pdf', 'Contact 1.vcf', sampleFile('jpeg', 1).name]
  const ofPlugins = plugins.flatMap(({ display_name, description, name, settings_schema }) => [
    display_name,
    description ?? '',
    name,
    ...[...JSON.stringify(settings_schema).matchAll(/"(?:title|description)":"([^"]+)"/g)].map(([, text = '']) => text),
  ])
  return [...names, ...files, ...ofPlugins, carla, 'supper', 'nobody', 'nowhere']
    .filter((one) => one !== '')
    .toSorted((a, b) => b.length - a.length)
}
