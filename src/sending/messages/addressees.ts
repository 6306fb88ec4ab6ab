/**
 * Resolves recipients: a person in any spelling, or a chat under any spelling of its GUID, each with the chats of
 * Messages.
 */
import { toUnixMsSql } from '../../apple/apple-time.ts'
import type { ChatGuid, ConversationKey, Handle } from '../../contract/ids.ts'
import { conversationKey } from '../../domain/history/chat-guid.ts'
import { groupIdentifier } from '../../domain/scope.ts'
import type { ChatDb } from '../../mac/chat-db.ts'
import { chatColumns, toChat } from '../../mac/chats.ts'
import { addressOf } from '../decisions/address.ts'
import { knownAddresses } from './known-addresses.ts'

/** A chat in which Messages stores a conversation. */
export interface KnownChat {
  guid: ChatGuid
  service: string
}

export interface Addressee {
  conversation: ConversationKey
  isGroup: boolean
  /** The address as Messages spells it, where it is known; for a group its chat identifier. */
  handle: Handle
  /** The most recently used first; empty for a person who was never written to. */
  chats: readonly KnownChat[]
  /** Chats with the same identifier that are another conversation: a person's under the identifier of a group. */
  otherChats: readonly ChatGuid[]
}

export interface Addressees {
  findPerson(handle: string): Addressee | undefined
  findChat(guid: string): Addressee | undefined
  /** Everyone who is in a group or wrote in it; nobody for a person. */
  membersOf(addressee: Addressee): Handle[]
}

const chatGuid = /^[^;]+;[-+];./s

export function readAddressees(chatDb: ChatDb): Addressees {
  const known = knownAddresses(chatDb)
  const chatsOf = readChatsOf(chatDb)
  const membersOf = readMembersOf(chatDb)

  const personAt = (writings: readonly [Handle, ...Handle[]]): Addressee => {
    const conversation = conversationKey(false, writings[0])
    return { conversation, isGroup: false, handle: writings[0], ...chatsOf(conversation, writings) }
  }
  function group(identifier: string): Addressee | undefined {
    const conversation = conversationKey(true, identifier)
    const found = chatsOf(conversation, [identifier])
    return found.chats.length === 0
      ? undefined
      : { conversation, isGroup: true, handle: identifier as Handle, ...found }
  }
  function chatWith(identifier: string): Addressee | undefined {
    const person = personAt(known.find(identifier) ?? [identifier as Handle])
    const isMeant = person.conversation === conversationKey(false, identifier)
    return isMeant && person.chats.length > 0 ? person : undefined
  }
  return {
    findPerson(written) {
      const address = known.find(written) ?? asNew(written)
      return address && personAt(address)
    },
    findChat(guid) {
      if (!chatGuid.test(guid)) return undefined
      const identifier = groupIdentifier(guid)
      return group(identifier) ?? chatWith(identifier)
    },
    membersOf: ({ isGroup, chats }) => (isGroup ? membersOf(chats) : []),
  }
}

function asNew(written: string): [Handle] | undefined {
  const address = addressOf(written)
  return address && [address]
}

type ChatsOf = (
  conversation: ConversationKey,
  identifiers: readonly string[],
) => Pick<Addressee, 'chats' | 'otherChats'>

/** Parts the chats with these identifiers, the most recently used first, into those of the conversation and others. */
function readChatsOf({ db, has }: ChatDb): ChatsOf {
  const newest = 'SELECT max(j.message_date) AS date FROM chat_message_join j WHERE j.chat_id = c.ROWID'
  const chats = db.prepare(`SELECT ${chatColumns({ has })}, c.service_name AS service,
    (SELECT ${toUnixMsSql('date')} FROM (${newest})) AS last_used_ms
    FROM chat c WHERE c.chat_identifier IN (SELECT value FROM json_each(?)) ORDER BY last_used_ms DESC, c.ROWID DESC`)
  return (conversation, identifiers) => {
    const found = chats
      .all(JSON.stringify(identifiers))
      .map((row) => ({ ...toChat(row), service: String(row.service ?? '') }))
    const [own, others] = [true, false].map((isOwn) =>
      found.filter((chat) => (chat.conversation === conversation) === isOwn),
    )
    return {
      chats: (own ?? []).map(({ guid, service }) => ({ guid, service })),
      otherChats: (others ?? []).map(({ guid }) => guid),
    }
  }
}

/** Somebody who left a group wrote in it all the same. */
function readMembersOf({ db }: ChatDb): (chats: readonly KnownChat[]) => Handle[] {
  const members = db.prepare(`SELECT id FROM handle WHERE ROWID IN (
    SELECT j.handle_id FROM chat c JOIN chat_handle_join j ON j.chat_id = c.ROWID
      WHERE c.guid IN (SELECT value FROM json_each(?))
    UNION SELECT m.handle_id FROM chat c JOIN chat_message_join j ON j.chat_id = c.ROWID JOIN message m ON m.ROWID = j.message_id
      WHERE c.guid IN (SELECT value FROM json_each(?)))`)
  return (chats) => {
    const guids = JSON.stringify(chats.map(({ guid }) => guid))
    return members.all(guids, guids).map(({ id }) => String(id) as Handle)
  }
}
