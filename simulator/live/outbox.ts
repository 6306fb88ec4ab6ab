/** Takes what leaves the Mac onwards: messages are sent, delivered, read and answered, or fail. */
import type { Messages } from '../messages/open-messages.ts'
import type { Written } from '../messages/writer.ts'
import { landLate } from '../programs/late.ts'
import { chance, pick, wholeNumber } from '../random.ts'
import type { Circle } from './company.ts'
import { write } from './moments.ts'
import { goOut, type Network, unreachable } from './network.ts'
import { arrived, type Fate, underWay } from './under-way.ts'
import type { World } from './world.ts'

const SENT_MS = [200, 500] as const
const DELIVERED_MS = [600, 1200] as const
const READ_MS = [900, 2300] as const
const ANSWERED_MS = [1400, 4800] as const
/** The share of group messages that somebody answers. */
const GROUP_ANSWERS = 0.8
/** A recipient whose phone is off gets the message if the phone is on again soon. */
const BACK_MS = [8000, 20_000] as const
const GIVEN_UP_MS = [2000, 6000] as const
const COMES_BACK = 0.5

interface Leaving {
  readonly written: Written
  readonly service: string
}

/**
 * Gives each message that left since the last call its course, and lets late ones land. Rows that failed or are ghosts
 * stay as they are.
 */
export function outboxOf(world: World): () => void {
  let seenRowid = newestRowid(world.messages())
  return () => {
    const messages = world.messages()
    landLate({ home: world.home, messages, self: world.self })
    // The newest row is read first: a message that lands between the two queries is left for the next call.
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

function take(world: World, leaving: Leaving): void {
  const { written: message } = leaving
  const circle = world.circles.find(({ chat }) => chat === message.chatGuid)
  const who = circle?.name ?? message.chatGuid ?? ''
  const course = courseOf(world, leaving, circle)
  if (course.said !== undefined) world.tell({ kind: 'unreached', who, text: course.said, ...message })
  const between = ([fromMs, toMs]: Range) => wholeNumber(world.random, fromMs, toMs)
  const network: Network = {
    messages: world.messages,
    later: (afterMs, work) => world.later([afterMs, afterMs], work),
    pace: { sentMs: between(SENT_MS), deliveredMs: between(course.deliveredMs ?? DELIVERED_MS) },
  }
  goOut(network, message, course.fate, () => {
    world.tell({ kind: 'delivered', who, text: 'delivered', ...message })
    if (circle !== undefined && !circle.isGroup && leaving.service === 'iMessage') read(world, who, message)
    if (circle !== undefined) answer(world, circle)
  })
  if (course.fate.is === 'fails') {
    const text = `not delivered (error ${course.fate.error})`
    world.later([course.fate.afterMs, course.fate.afterMs], () => world.tell({ kind: 'failed', who, text, ...message }))
  } else if (leaving.service === 'SMS' && circle !== undefined) answer(world, circle)
}

type Range = readonly [fromMs: number, toMs: number]

interface Course {
  fate: Fate
  deliveredMs?: Range
  said?: string
}

/**
 * Returns the course that was decided when the message was handed over; otherwise the recipient may be out of reach.
 */
function courseOf(world: World, { written, service }: Leaving, circle: Circle | undefined): Course {
  const decided = underWay(world.home, written.guid)
  arrived(world.home, written.guid)
  if (decided !== undefined) return { fate: decided.fate }
  const isOneFriend = circle !== undefined && !circle.isGroup && service === 'iMessage'
  if (!isOneFriend || !chance(world.random, world.outOfReach)) return { fate: { is: 'arrives' } }
  if (chance(world.random, COMES_BACK))
    return { fate: { is: 'arrives' }, deliveredMs: BACK_MS, said: 'is out of reach just now' }
  const afterMs = wholeNumber(world.random, ...GIVEN_UP_MS)
  return { fate: { is: 'fails', error: unreachable, afterMs }, said: 'is out of reach' }
}

function read(world: World, who: string, message: Written): void {
  world.later(READ_MS, () => {
    world.messages().readByRecipient({ message })
    world.tell({ kind: 'read', who, text: 'read', ...message })
  })
}

function answer(world: World, circle: Circle): void {
  if (circle.isGroup && !chance(world.random, GROUP_ANSWERS)) return
  world.later(ANSWERED_MS, () => write(world, circle, pick(world.random, circle.friends)))
}
