/** Puts together what one run of `relay-imsg` works with: the service, its chats and messages, files, sends and news. */
import { join } from 'node:path'
import { messageOf } from '../../base/errors.ts'
import type { Ability } from '../../contract/capability.ts'
import { Attachments } from './attachments.ts'
import type { Connection, ImsgEnvironment } from './connection.ts'
import { Conversations } from './conversations.ts'
import { Feed } from './feed.ts'
import { Reader } from './reading.ts'
import { hasAnyCode } from './rpc-error.ts'
import { Sender } from './sending.ts'
import type { Service } from './service.ts'

export interface Session {
  service: Service
  conversations: Conversations
  reader: Reader
  sender: Sender
  feed: Feed
  readiness(): Promise<Readiness>
}

/** Whether the service can be asked, and what it can do. */
export interface Readiness {
  path: string
  error: string | undefined
  canReadContacts: boolean
  can(ability: Ability): boolean
}

export function openSession(
  { client: service, service: name, isHere }: Connection,
  { home, attachments: folder }: ImsgEnvironment,
  tell: (line: string) => void,
): Session {
  const conversations = new Conversations(service)
  const messages = join(home, 'Library', 'Messages')
  const messagesFolder = isHere ? join(messages, 'Attachments') : undefined
  const attachments = new Attachments({ service, folder, messagesFolder, tell })
  const path = isHere ? join(messages, 'chat.db') : name
  return {
    service,
    conversations,
    reader: new Reader({ service, conversations, attachments }),
    sender: new Sender({ service, conversations, home }),
    feed: new Feed({ service }),
    readiness: () => readinessOf(service, path),
  }
}

const ofHubs: readonly Ability[] = ['send_tapbacks', 'emoji_tapbacks', 'send_edits', 'send_unsends', 'typing']

async function readinessOf(service: Service, path: string): Promise<Readiness> {
  try {
    const capabilities = await service.capabilities()
    const can = (ability: Ability) => capabilities.some(({ name, supported }) => name === ability && supported)
    const reading = capabilities.find(({ name }) => name === 'read_messages')
    const error = reading?.supported ? undefined : (reading?.reason ?? 'Messages cannot be read.')
    return { path, error, can, canReadContacts: can('read_contacts') }
  } catch (error) {
    // Each Mac of a hub says for itself what it allows, when it is asked for it.
    if (hasAnyCode(error, 'not_on_hub'))
      return { path, error: undefined, can: (ability) => ofHubs.includes(ability), canReadContacts: true }
    return { path, error: messageOf(error), can: () => false, canReadContacts: false }
  }
}
