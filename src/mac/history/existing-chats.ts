/** Decides which chats exist within a view, by the people whose conversations exist there. */
import type { Grant } from '../../contract/grant.ts'
import { grantedPeople, listedHandles } from '../../domain/grant/people.ts'
import { sameHandle } from '../../domain/handles.ts'
import type { Chat } from '../../domain/message.ts'
import { joinedPerson, type Persons } from '../../domain/people/persons.ts'
import type { ChatDb } from '../chat-db.ts'
import type { CurrentPersons } from '../persons.ts'

export interface ExistingChats {
  exist(persons: Persons): (chat: Chat) => boolean
  /** Changes with the members of groups, which no row of a chat tells. */
  existStamp(): string
}

const everyChat: ExistingChats = { exist: () => () => true, existStamp: () => '' }

export function existingChats({ db }: ChatDb, people: Grant['people'], persons: CurrentPersons): ExistingChats {
  if (people === 'all') return everyChat
  if ('only' in people)
    return {
      existStamp: () => '',
      exist(known) {
        const granted = grantedPeople(people, known)
        return ({ isGroup, identifier }) =>
          isGroup ? granted.includesGroup(identifier, () => []) : granted.includesPerson(identifier)
      },
    }
  const everyHandle = db.prepare('SELECT ROWID AS rowid, id FROM handle')
  const memberOf = db.prepare(
    'SELECT DISTINCT chat_id FROM chat_handle_join WHERE handle_id IN (SELECT value FROM json_each(?))',
  )
  const wroteIn =
    db.prepare(`SELECT DISTINCT j.chat_id FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID
    WHERE m.handle_id IN (SELECT value FROM json_each(?))`)
  /** Looks up each handle once: somebody who left a group wrote in it all the same. */
  const asked = new Set<number>()
  const written = new Set<number>()

  function chatsOfExcepted(): Set<number> {
    const listed = listedHandles(people)
    const joined = new Set(listed.flatMap((handle) => joinedPerson(persons.now(), handle) ?? []))
    const isExcepted = (handle: string): boolean => {
      const person = joinedPerson(persons.now(), handle)
      return listed.some((one) => sameHandle(one, handle)) || (person !== undefined && joined.has(person))
    }
    const rowids = everyHandle.all().flatMap(({ rowid, id }) => (isExcepted(String(id)) ? Number(rowid) : []))
    const fresh = rowids.filter((rowid) => !asked.has(rowid))
    for (const rowid of fresh) asked.add(rowid)
    if (fresh.length > 0) for (const { chat_id } of wroteIn.all(JSON.stringify(fresh))) written.add(Number(chat_id))
    const members = memberOf.all(JSON.stringify(rowids)).map(({ chat_id }) => Number(chat_id))
    return new Set([...written, ...members])
  }
  return {
    existStamp: () => [...chatsOfExcepted()].sort((a, b) => a - b).join(' '),
    exist(known) {
      const granted = grantedPeople(people, known)
      const theirs = chatsOfExcepted()
      return ({ id, isGroup, identifier }) =>
        isGroup ? !theirs.has(id) && granted.includesGroup(identifier, () => []) : granted.includesPerson(identifier)
    },
  }
}
