/** Drives the SDK of Photon, which speaks the REST routes and the socket of a BlueBubbles server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../test/harness/until.ts'
import { type Client, cameOf } from './client.ts'
import { importFrom } from './programs.ts'

type Method = (...params: unknown[]) => Promise<unknown>
type Module = Readonly<Record<string, Method>>

interface Kit {
  SDK(config: object): Sdk
}

interface Sdk {
  on(event: string, listener: (message: { guid: string; text: string | null }) => void): void
  connect(): Promise<void>
  close(): Promise<void>
  chats: Module
  messages: Module
  attachments: Module
  contacts: Module
  handles: Module
  server: Module
  icloud: Module
  facetime: Module
  polls: Module
  scheduledMessages: Module
}

export const photon: Client = {
  name: 'photon',
  release: '@photon-ai/advanced-imessage-kit 1.16.0',
  door: 'BlueBubbles',
  does: 'connects, receives new messages, and calls every method of the SDK',
  programs: 'clients',
  async run(place) {
    const { folder, recorder, password: apiKey, values, arrive, work } = place
    const { SDK } = await importFrom<Kit>(folder, '@photon-ai/advanced-imessage-kit')
    const sdk = SDK({ serverUrl: recorder.url, apiKey, logLevel: 'error', logToFile: false })
    const heard: string[] = []
    let isReady = false
    sdk.on('ready', () => (isReady = true))
    sdk.on('error', () => undefined)
    sdk.on('new-message', ({ text }) => heard.push(text ?? ''))
    await sdk.connect()
    const findings: string[] = []
    try {
      await until(() => isReady, { withinMs: 30_000, describe: () => 'the SDK to be ready (`auth-ok`)' })
      arrive('Hello, Photon')
      await until(() => heard.includes('Hello, Photon'), { withinMs: 30_000, describe: () => 'new-message by the SDK' })
      const file = join(work, 'note.txt')
      writeFileSync(file, 'a few words\n')
      const [direct = '', group = '', message = '', attachment = ''] = [
        values.direct,
        values.group,
        values.message,
        values.attachment,
      ]
      const [address = ''] = [values.address]
      const asked: [object: Module, method: string, params: unknown[], isPrivate?: 'private'][] = [
        [sdk.server, 'getServerInfo', []],
        [sdk.server, 'getMessageStats', []],
        [sdk.server, 'getServerLogs', [10]],
        [sdk.server, 'getMediaStatistics', []],
        [sdk.server, 'getMediaStatisticsByChat', []],
        [sdk.chats, 'getChats', [{ with: ['lastMessage'], limit: 10 }]],
        [sdk.chats, 'getChats', []],
        [sdk.chats, 'getChat', [direct, { with: ['participants', 'lastMessage'] }]],
        [sdk.chats, 'getChatMessages', [direct, { limit: 5, sort: 'DESC', with: ['attachments', 'handle'] }]],
        [sdk.chats, 'getChatCount', []],
        [sdk.chats, 'markChatRead', [direct], 'private'],
        [sdk.chats, 'startTyping', [direct], 'private'],
        [sdk.chats, 'stopTyping', [direct], 'private'],
        [sdk.chats, 'updateChat', [group, { displayName: 'New' }], 'private'],
        [sdk.chats, 'addParticipant', [group, address], 'private'],
        [sdk.chats, 'removeParticipant', [group, address], 'private'],
        [sdk.chats, 'leaveChat', [group], 'private'],
        [sdk.chats, 'getBackground', [direct], 'private'],
        [sdk.messages, 'getMessages', [{ limit: 5, with: ['chat', 'attachment'] }]],
        [sdk.messages, 'getMessage', [message, { with: ['chats'] }]],
        [sdk.messages, 'getMessageCount', [{ after: 0 }]],
        [sdk.messages, 'getUpdatedMessageCount', [{ after: 0 }]],
        [sdk.messages, 'getSentMessageCount', []],
        [sdk.messages, 'searchMessages', [{ query: 'harbour', limit: 5 }]],
        [sdk.messages, 'sendMessage', [{ chatGuid: direct, message: 'From Photon' }]],
        [sdk.messages, 'sendReaction', [{ chatGuid: direct, messageGuid: message, reaction: 'love' }], 'private'],
        [sdk.messages, 'editMessage', [{ messageGuid: message, editedMessage: 'b' }], 'private'],
        [sdk.messages, 'unsendMessage', [{ messageGuid: message }], 'private'],
        [sdk.messages, 'notifyMessage', [message], 'private'],
        [sdk.messages, 'getEmbeddedMedia', [message], 'private'],
        [sdk.attachments, 'getAttachmentCount', []],
        [sdk.attachments, 'getAttachment', [attachment]],
        [sdk.attachments, 'downloadAttachment', [attachment, { original: true }]],
        [sdk.attachments, 'downloadAttachment', [attachment]],
        [sdk.attachments, 'sendAttachment', [{ chatGuid: direct, filePath: file }]],
        [sdk.contacts, 'getContacts', []],
        [sdk.contacts, 'getContactCard', [address], 'private'],
        [sdk.contacts, 'shouldShareContact', [direct], 'private'],
        [sdk.handles, 'getHandleCount', []],
        [sdk.handles, 'queryHandles', [{ limit: 5 }]],
        [sdk.handles, 'getHandle', [address]],
        [sdk.handles, 'getHandleAvailability', [address, 'imessage'], 'private'],
        [sdk.handles, 'getHandleFocusStatus', [address], 'private'],
        [sdk.icloud, 'getFindMyFriends', [], 'private'],
        [sdk.facetime, 'createFaceTimeLink', [], 'private'],
        [sdk.polls, 'create', [{ chatGuid: direct, title: 'a', options: ['b', 'c'] }], 'private'],
        [sdk.scheduledMessages, 'getScheduledMessages', []],
      ]
      for (const [module, method, params, isPrivate] of asked) {
        const result = await module[method]?.(...params).then(
          (value) => ({ value }),
          (error: Error) => ({ error }),
        )
        const hasFailed = result === undefined || 'error' in result
        if (hasFailed && isPrivate === undefined)
          findings.push(
            `${method}: ${result && 'error' in result ? result.error.message : 'the SDK has no such method'}`,
          )
        if (!hasFailed && ['getChats', 'getChatMessages', 'getMessages', 'searchMessages'].includes(method))
          if (!Array.isArray(result.value) || result.value.length === 0) findings.push(`${method}: an empty list`)
      }
      return cameOf(place, { findings, said: `${asked.length} calls of the SDK; one new message received once` })
    } finally {
      await sdk.close()
    }
  },
}
