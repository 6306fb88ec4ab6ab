// Lists the chats that Messages knows, as its scripting dictionary returns them.

import type { Chat } from './chat.ts'
import { membersOf } from './chats.ts'
import type { Writer } from './writer.ts'

export interface ListedChat {
  guid: string
  identifier: string
  name: string | null
  isGroup: boolean
  service: string
  participants: readonly string[]
}

export function listChats(writer: Writer): ListedChat[] {
  const found = writer.all(
    `SELECT ROWID AS rowid, guid, chat_identifier AS identifier, room_name AS roomName, service_name AS service,
       display_name AS name FROM chat ORDER BY ROWID`,
  )
  return found.map((row) => {
    const chat = { ...row, rowid: Number(row.rowid) } as unknown as Chat & { name: string | null }
    const { guid, identifier, service } = chat
    const participants = membersOf(writer, chat)
    return { guid, identifier, service, name: chat.name || null, isGroup: chat.roomName !== null, participants }
  })
}
