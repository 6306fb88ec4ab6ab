/** Decides whether a grant lets its key write to a recipient, and whether it has to ask first. */
import type { Grant } from '../../contract/grant.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { sameHandle } from '../handles.ts'
import { conversationKey, identifierIn } from '../history/chat-guid.ts'
import type { Persons } from '../people/persons.ts'

/** A recipient as sending has resolved it. */
export interface GrantedRecipient {
  conversation: ConversationKey
  isGroup: boolean
  handle: string
  /** All addresses of the person, where whoever resolved the recipient knows them. */
  addresses?: readonly string[]
  /** The members of a group, if whoever resolved the recipient knows them. */
  members?: readonly string[]
  /** The number of the line, on a hub: groups of several lines may have the same name. */
  line?: number
}

/** `hidden`: it does not exist for the key; `refused`: the key may see it, and not write to it. */
export type Reach = 'direct' | 'ask' | 'refused' | 'hidden'

export function reachOf(grant: Grant, to: GrantedRecipient, persons: Pick<Persons, 'find'>): Reach {
  const { mode, to: allowed, without_asking: unasked = [] } = grant.sends
  const isSeen = isVisible(grant.people, to, persons)
  if (mode === 'never') return isSeen ? 'refused' : 'hidden'
  const mayWrite = allowed === null ? isSeen : isListed(allowed, to, persons)
  if (!mayWrite) return isSeen ? 'refused' : 'hidden'
  return mode === 'direct' || isListed(unasked, to, persons) ? 'direct' : 'ask'
}

function isVisible(people: Grant['people'], to: GrantedRecipient, persons: Pick<Persons, 'find'>): boolean {
  if (people === 'all') return true
  if ('only' in people) return isListed(people.only, to, persons)
  // A group is as hidden as an excepted person who is in it.
  return ![to, ...membersOf(to)].some((one) => isListed(people.except, one, persons))
}

const membersOf = ({ members = [] }: GrantedRecipient): GrantedRecipient[] =>
  members.map((handle) => ({ conversation: conversationKey(false, handle), isGroup: false, handle }))

const groupMark = 'group:'

/** A group is listed only by itself, a person by any address. */
function isListed(list: readonly string[], to: GrantedRecipient, persons: Pick<Persons, 'find'>): boolean {
  if (to.isGroup)
    return list.some((entry) => entry.startsWith(groupMark) && isGroupOf(entry.slice(groupMark.length), to))
  const addresses = [to.handle, ...(to.addresses ?? persons.find(to.handle)?.person.handles ?? [])]
  return list.some((entry) => addresses.some((address) => sameHandle(entry, address)))
}

/** An entry that names a line means the group of that line only. */
function isGroupOf(guid: string, { conversation, line }: GrantedRecipient): boolean {
  const [, ofLine] = /^(\d{1,4})~/.exec(guid) ?? []
  if (line !== undefined && ofLine !== undefined && Number(ofLine) !== line) return false
  return conversationKey(true, identifierIn(guid) ?? guid) === conversation
}

/** The entry of a list that means just this recipient. */
export const entryOf = ({ handle, chat_guid: guid }: { handle: string; chat_guid: string | null }, isGroup: boolean) =>
  isGroup && guid !== null ? `${groupMark}${guid}` : handle

/** Whether a moment lies in hours of the day such as `22:00-08:00`, in the time zone of this machine. */
export function isWithinHours(hours: string, atMs: number): boolean {
  const at = new Date(atMs)
  const minute = at.getHours() * 60 + at.getMinutes()
  const [from = 0, to = 0] = hours.split('-').map(minuteOf)
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
