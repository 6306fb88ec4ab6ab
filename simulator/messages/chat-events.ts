// Writes what happens to a conversation rather than in it: people come and go, names and pictures change, locations are
// shared.

import { readPropertyList } from '../../src/apple/plist/binary-plist.ts'
import { encodePlist, type Plist } from '../formats/binary-plist.ts'
import { type FileToAttach, insertAttachment, joinAttachment } from './attachments.ts'
import type { Chat } from './chat.ts'
import { chatNamed } from './chats.ts'
import { handleOf } from './handles.ts'
import { placeMessage } from './place.ts'
import type { Row } from './tables.ts'
import type { Writer, Written } from './writer.ts'

export interface ChatEvent {
  chat: string
  /** The person who did it; undefined means me. */
  by?: string
  atMs?: number
}

const itemTypes = { participant: 1, name: 2, leaveOrPicture: 3, location: 4, keptAudio: 5, sharePlay: 6 } as const

function place(writer: Writer, { chat: name, by, atMs = writer.nowMs() }: ChatEvent, columns: Row): Written {
  const chat = chatNamed(writer, name)
  return placeMessage(writer, {
    chat,
    service: chat.service,
    fromMe: by === undefined,
    handle: by === undefined ? 0 : handleOf(writer, by, chat.service),
    atMs,
    columns: {
      ...(by === undefined ? { is_sent: 1, is_delivered: 1 } : { is_delivered: 1, is_read: 1 }),
      ...columns,
    },
  })
}

/** Writes a line of Messages itself, of a type that this simulator does not know. */
export const changeGroup = (writer: Writer, { columns, ...event }: ChatEvent & { columns: Row }): Written =>
  place(writer, event, columns)

const handleIn = (writer: Writer, { service }: Chat, address: string): number => handleOf(writer, address, service)

export function addParticipant(writer: Writer, event: ChatEvent & { who: string }): Written {
  const chat = chatNamed(writer, event.chat)
  const other = handleIn(writer, chat, event.who)
  writer.insertOrIgnore('chat_handle_join', { chat_id: chat.rowid, handle_id: other })
  return place(writer, event, { item_type: itemTypes.participant, group_action_type: 0, other_handle: other })
}

export function removeParticipant(writer: Writer, event: ChatEvent & { who: string }): Written {
  const chat = chatNamed(writer, event.chat)
  const other = handleIn(writer, chat, event.who)
  const written = place(writer, event, { item_type: itemTypes.participant, group_action_type: 1, other_handle: other })
  writer.run('DELETE FROM chat_handle_join WHERE chat_id = ? AND handle_id = ?', chat.rowid, other)
  return written
}

/** Lets the same person write from another number. This is a removal of oneself. */
export function changeNumber(writer: Writer, event: ChatEvent & { from: string; to: string }): Written {
  const chat = chatNamed(writer, event.chat)
  const written = removeParticipant(writer, { ...event, by: event.from, who: event.from })
  writer.insertOrIgnore('chat_handle_join', { chat_id: chat.rowid, handle_id: handleIn(writer, chat, event.to) })
  return written
}

export function leaveGroup(writer: Writer, event: ChatEvent): Written {
  const chat = chatNamed(writer, event.chat)
  const written = place(writer, event, { item_type: itemTypes.leaveOrPicture, group_action_type: 0 })
  if (event.by === undefined) writer.update('chat', chat.rowid, { state: 0 })
  else
    writer.run(
      'DELETE FROM chat_handle_join WHERE chat_id = ? AND handle_id = ?',
      chat.rowid,
      handleIn(writer, chat, event.by),
    )
  return written
}

/** An empty name removes the name. */
export function renameGroup(writer: Writer, event: ChatEvent & { name: string }): Written {
  writer.update('chat', chatNamed(writer, event.chat).rowid, { display_name: event.name })
  return place(writer, event, { item_type: itemTypes.name, group_title: event.name })
}

type Properties = Record<string, Plist | undefined>

/** Changes some properties and keeps the others; undefined removes one. */
function setProperties(writer: Writer, { rowid }: Chat, changes: Properties): void {
  const stored = writer.get('SELECT properties FROM chat WHERE ROWID = ?', rowid)?.properties
  const before = stored instanceof Uint8Array ? (readPropertyList(stored) as Properties) : {}
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined)
  writer.update('chat', rowid, { properties: encodePlist(Object.fromEntries(kept) as Record<string, Plist>) })
}

/** Turns alerts from this chat off. Only the chat's row shows it. */
export const hideAlerts = (writer: Writer, { chat, show }: { chat: string; show?: boolean }): void =>
  setProperties(writer, chatNamed(writer, chat), { ignoreAlertsFlag: show ? undefined : true })

const pictureActions = { photo: 1, noPhoto: 2, background: 4, noBackground: 6 } as const

const pictureEvent = (writer: Writer, event: ChatEvent, action: keyof typeof pictureActions): Written =>
  place(writer, event, { item_type: itemTypes.leaveOrPicture, group_action_type: pictureActions[action] })

/** Sets the picture, which is an attachment without an extension that the chat's properties name. */
export function setGroupPhoto(writer: Writer, event: ChatEvent & { photo: FileToAttach }): Written {
  const { photo, atMs = writer.nowMs(), by } = event
  const written = pictureEvent(writer, event, 'photo')
  const guid = writer.newGuid()
  const file = { ...photo, name: 'GroupPhotoImage' }
  const attached = insertAttachment(writer, { file, guid, outgoing: by === undefined, atMs })
  joinAttachment(writer, written.rowid, attached.rowid)
  setProperties(writer, chatNamed(writer, event.chat), { groupPhotoGuid: guid, pv: 2 })
  return written
}

export function removeGroupPhoto(writer: Writer, event: ChatEvent): Written {
  setProperties(writer, chatNamed(writer, event.chat), { groupPhotoGuid: undefined, pv: 2 })
  return pictureEvent(writer, event, 'noPhoto')
}

export function setBackground(writer: Writer, event: ChatEvent): Written {
  setProperties(writer, chatNamed(writer, event.chat), {
    backgroundProperties: {
      trabaid: writer.newGuid(),
      trabar: writer.newGuid(),
      trabav: 1,
      refreshDate: new Date(event.atMs ?? writer.nowMs()),
    },
    backgroundChannelGUID: writer.newGuid(),
  })
  return pictureEvent(writer, event, 'background')
}

export function removeBackground(writer: Writer, event: ChatEvent): Written {
  const gone = { backgroundProperties: { trabav: 2 }, backgroundChannelGUID: undefined }
  setProperties(writer, chatNamed(writer, event.chat), gone)
  return pictureEvent(writer, event, 'noBackground')
}

export const shareLocation = (writer: Writer, event: ChatEvent & { stop?: boolean }): Written =>
  place(writer, event, {
    item_type: itemTypes.location,
    share_status: Number(event.stop ?? false),
    share_direction: Number(event.by !== undefined),
  })

/** Writes that somebody kept a voice message that would have expired. */
export const keepAudio = (writer: Writer, event: ChatEvent): Written =>
  place(writer, event, { item_type: itemTypes.keptAudio })

export const sharePlay = (writer: Writer, event: ChatEvent): Written =>
  place(writer, event, { item_type: itemTypes.sharePlay })
