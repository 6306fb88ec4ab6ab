/** Takes what leaves the Mac onwards: sent, delivered, read, and answered. */
import type { Messages } from '../messages/open-messages.ts'
import type { Written } from '../messages/writer.ts'
import { chance, pick } from '../random.ts'
import type { Circle } from './company.ts'
import { write } from './moments.ts'
import type { World } from './world.ts'

const SENT_MS = [200, 500] as const
const DELIVERED_MS = [600, 1200] as const
const READ_MS = [1500, 3500] as const
const ANSWERED_MS = [2000, 6000] as const
/** In a group not everybody feels addressed. */
const GROUP_ANSWERS = 0.8

interface Leaving {
  readonly written: Written
  readonly service: string
}

/** Gives each message that left since the last call its course; rows that failed, or that are ghosts, stay as they are. */
export function outboxOf(world: World): () => void {
  let seenRowid = newestRowid(world.messages())
  return () => {
    const messages = world.messages()
    // Asked first: what lands between the two questions is for the next call.
    const newest = newestRowid(messages)
    for (const leaving of leavingBetween(messages, seenRowid, newest)) take(world, leaving)
    seenRowid = newest
  }
}

const newestRowid = ({ db }: Messages): number =>
  Number(db.prepare('SELECT max(ROWID) AS rowid FROM message').get()?.rowid ?? 0)

const leavingBetween = ({ db }: Messages, after: number, upTo: number): Leaving[] =>
  db
    .prepare(
      `SELECT message.ROWID AS rowid, message.guid, message.service, chat.guid AS chatGuid FROM message
       JOIN chat_message_join ON message_id = message.ROWID JOIN chat ON chat.ROWID = chat_id
       WHERE message.ROWID > ? AND message.ROWID <= ? AND is_from_me = 1 AND is_sent = 0 AND error = 0 AND item_type = 0`,
    )
    .all(after, upTo)
    .map(({ rowid: id, guid, service, chatGuid }) => ({
      written: { rowid: Number(id), guid: String(guid), chatGuid: String(chatGuid) },
      service: String(service),
    }))

function take(world: World, { written: message, service }: Leaving): void {
  const circle = world.circles.find(({ chat }) => chat === message.chatGuid)
  const who = circle?.name ?? message.chatGuid ?? ''
  world.later(SENT_MS, () => world.messages().sent({ message }))
  if (service !== 'SMS') {
    world.later(DELIVERED_MS, () => {
      world.messages().delivered({ message })
      world.tell({ kind: 'delivered', who, text: 'delivered', ...message })
    })
  }
  if (circle === undefined) return
  if (service === 'iMessage' && !circle.isGroup) {
    world.later(READ_MS, () => {
      world.messages().readByRecipient({ message })
      world.tell({ kind: 'read', who, text: 'read', ...message })
    })
  }
  answer(world, circle)
}

function answer(world: World, circle: Circle): void {
  if (circle.isGroup && !chance(world.random, GROUP_ANSWERS)) return
  world.later(ANSWERED_MS, () => write(world, circle, pick(world.random, circle.friends)))
}
