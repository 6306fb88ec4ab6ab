/** Drives the plugin of elizaOS under Bun, with the framework that its package brings along. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../program.ts'
import { type Client, cameOf } from './client.ts'

/** Each step prints a line when it fails. The last line tells that all were tried. */
const driver = `
const [folder, serverUrl, password, chat, group, message] = process.argv.slice(2)
const { BlueBubblesService } = await import(folder + '/node_modules/@elizaos/plugin-bluebubbles/dist/service.js')
const settings = {
  BLUEBUBBLES_SERVER_URL: serverUrl, BLUEBUBBLES_PASSWORD: password, BLUEBUBBLES_DM_POLICY: 'open',
  BLUEBUBBLES_GROUP_POLICY: 'open',
}
const events = []
const runtime = {
  agentId: '00000000-0000-0000-0000-000000000001', character: { name: 'Judge' },
  getSetting: (name) => settings[name], getService: () => undefined,
  getEntityById: async () => null, createEntity: async () => true, getRoom: async () => null, createRoom: async () => true,
  emitEvent: (type, payload) => events.push({ type, payload }),
}
const step = async (name, work, isRefused = false) => {
  try {
    const problem = await work()
    if (typeof problem === 'string') console.log('FAULT ' + name + ': ' + problem)
  } catch (error) {
    if (!isRefused || !/Private API/.test(error.message)) console.log('FAULT ' + name + ': ' + error.message)
  }
}
const service = await BlueBubblesService.start(runtime)
const client = service.getClient()
await step('start', () => (service.isConnected() ? undefined : 'the service of the plugin is not connected'))
await step('probe', async () => {
  const probe = await client.probe()
  if (!probe.ok || probe.privateApiEnabled !== false) return JSON.stringify(probe)
})
await step('listChats', async () => ((await client.listChats(50)).length > 0 ? undefined : 'no chat'))
await step('getChat', async () => ((await client.getChat(chat)).participants.length === 1 ? undefined : 'no participant'))
await step('getMessages', async () => ((await client.getMessages(chat, 5)).length > 0 ? undefined : 'no message'))
await step('getChatState', async () => ((await service.getChatState(chat))?.participants.length === 1 ? undefined : 'no state'))
await step('sendMessage', async () => ((await service.sendMessage(chat.split(';').at(-1), 'From elizaOS')).guid ? undefined : 'no guid'))
await step('sendAttachmentBuffer', async () => {
  const sent = await client.sendAttachmentBuffer(chat, Buffer.from('a few words'), 'note.txt', 'text/plain')
  if (!sent.guid) return 'no guid'
})
await step('createGroupChat', async () => void (await client.createGroupChat([chat.split(';').at(-1)], '', 'Hello')))
await step('markChatRead', () => client.markChatRead(chat), true)
await step('reactToMessage', () => client.reactToMessage(chat, message, 'love'), true)
await step('editMessage', () => client.editMessage(message, 'b'), true)
await step('unsendMessage', () => client.unsendMessage(message), true)
await step('addParticipant', () => client.addParticipant(group, '+12025550199'), true)
await step('removeParticipant', () => client.removeParticipant(group, '+12025550199'), true)
const newest = await (await fetch(serverUrl + '/api/v1/message/query?password=' + password, {
  method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ limit: 20, with: ['chats', 'chats.participants', 'handle'], chatGuid: chat }),
})).json()
await step('handleWebhook', async () => {
  await service.handleWebhook({ type: 'new-message', data: newest.data.find(({ isFromMe }) => !isFromMe) })
  if (events.length !== 1) return events.length + ' events'
})
console.log('DONE')
process.exit(0)
`

export const elizaos: Client = {
  name: 'elizaos',
  release: '@elizaos/plugin-bluebubbles 2.0.0-alpha.8, Bun 1.4.5',
  door: 'BlueBubbles',
  does: 'starts its service, and lists, reads and sends by every method of its client',
  programs: 'elizaos',
  async run(place) {
    const { folder, work, recorder, password, values } = place
    const file = join(work, 'drive.mjs')
    writeFileSync(file, driver)
    const bun = join(folder, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`)
    const params = [values.direct, values.group, values.message].map((value) => value ?? '')
    const { stdout, stderr } = await run([bun, file, folder, recorder.url, password, ...params], {
      cwd: work,
      env: { PATH: process.env.PATH, HOME: work },
    })
    const faults = stdout.split('\n').filter((line) => line.startsWith('FAULT '))
    const findings = stdout.includes('DONE') ? faults : [...faults, `it ended early: ${stderr.slice(-500)}`]
    return cameOf(place, {
      findings: findings.map((line) => line.replace('FAULT ', '')),
      differs: [
        'a message without tempGuid is sent; the original returns 400',
        'GET and POST /chat work; the original does not have these routes',
      ],
    })
  },
}
