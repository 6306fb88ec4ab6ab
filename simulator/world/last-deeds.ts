// The last actions of the Mac's owner: conversations are deleted, one of them begins again, and a friend's addresses
// are linked.

import type { Conversation } from './conversation.ts'
import type { LastDeed, Population } from './population.ts'
import type { Scene } from './scene.ts'
import { sentence } from './small-talk.ts'

const withFate = (scenes: readonly Scene[], fate: Conversation['fate']): Scene | undefined =>
  scenes.find(({ conversation }) => conversation.kind === 'direct' && conversation.fate === fate)

/** Rows that are written after all others. macOS 13 introduced Recently Deleted. */
export const reservedRows = (scenes: readonly Scene[], { macos, count }: Population): number =>
  macos >= 13 && count > 0 && withFate(scenes, 'revived') ? 1 : 0

export function lastDeedsOf(scenes: readonly Scene[], population: Population): LastDeed[] {
  const { macos, nowMs } = population
  const [deleted, revived] = [withFate(scenes, 'deleted'), withFate(scenes, 'revived')]
  const deeds = gatherFriend(scenes, population)
  if (macos < 13) return deeds
  if (deleted) deeds.push((messages) => messages.moveChatToRecentlyDeleted({ chat: deleted.chat, atMs: nowMs }))
  if (revived && reservedRows(scenes, population) > 0) deeds.push(reviveAfterDeletion(revived, population))
  return deeds
}

function reviveAfterDeletion(scene: Scene, { random, nowMs }: Population): LastDeed {
  const { chat, addresses, conversation, readUpToMs } = scene
  const [from = ''] = addresses
  const language = conversation.people[0]?.language
  return (messages) => {
    messages.moveChatToRecentlyDeleted({ chat, atMs: nowMs })
    const text = language ? sentence(language, random) : 'Hello again'
    messages.receive({ from, chat, text, atMs: nowMs, read: readUpToMs >= nowMs })
  }
}

/**
 * Links the addresses of one person, as Messages does with data of Contacts, and puts one message into two of the
 * chats.
 */
function gatherFriend([first, ...others]: readonly Scene[], { people }: Population): LastDeed[] {
  const friend = first?.conversation.people[0]
  if (first === undefined || friend === undefined || !people.includes(friend)) return []
  const addresses = [...friend.phones, ...friend.emails]
  const message = first.recent.at(-1)
  const other = others.find(
    ({
      chat,
      conversation: {
        kind,
        people: [person],
      },
    }) => kind === 'direct' && person === friend && chat !== first.chat,
  )
  return [
    (messages) => messages.linkHandles({ addresses, person: 'best-friend' }),
    (messages) => message && other && messages.alsoIn({ message, chat: other.chat }),
  ]
}
