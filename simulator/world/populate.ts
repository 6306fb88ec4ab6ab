// Lets a world's people write to each other through Messages, message by message, up to now.

import { chance, pick, pickWeighted, type Random } from '../random.ts'
import { type Conversation, castOf } from './cast.ts'
import { happen } from './happenings/happen.ts'
import { addressOf } from './people.ts'
import type { Population } from './population.ts'
import type { Scene } from './scene.ts'
import { timeline } from './timeline.ts'

function openGroup(conversation: Conversation, { messages, random }: Population): Scene {
  const addresses = [...new Set(conversation.people.map((person) => addressOf(person, random)))]
  const service = chance(random, 0.88) ? 'iMessage' : pick(random, ['SMS', 'RCS'] as const)
  const { groupName: name } = conversation
  const chat = messages.createGroup({ members: addresses, service, ...(name !== undefined && { name }) })
  return { conversation, recent: [], chat: chat.guid, service, addresses }
}

function filterCategory(kind: Conversation['kind'], random: Random): number {
  if (kind === 'business') return pick(random, [0, 0, 4, 36])
  if (kind !== 'spam') return 0
  return pickWeighted(random, [
    [1, 6],
    [2, 3],
    [52, 1],
  ])
}

function openDirect(conversation: Conversation, { messages, random, self }: Population): Scene {
  const { kind, people, shortCode, atEmail } = conversation
  const [person] = people
  const address = shortCode ?? (person ? (atEmail && person.emails[0]) || addressOf(person, random) : self.phone)
  const service = kind === 'business' ? 'SMS' : atEmail ? 'iMessage' : (person?.service ?? 'iMessage')
  const filtered = filterCategory(kind, random)
  const blackholed = kind === 'spam' && chance(random, 0.1)
  const chat = messages.directChat({ with: address, service, filtered, blackholed })
  return { conversation, recent: [], chat: chat.guid, service, addresses: [address] }
}

/** Draws scenes by weight, in logarithmic time. */
function drawing(scenes: readonly Scene[]): (random: Random) => Scene | undefined {
  let sum = 0
  const sums = scenes.map(({ conversation }) => {
    sum += conversation.weight
    return sum
  })
  return (random) => {
    const wanted = random() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return scenes[low]
  }
}

const rowsPerCommit = 20_000

export function populate(population: Population): void {
  const { messages, random, people, count, chats, nowMs } = population
  const scenes = castOf(random, people, chats).map((conversation) =>
    conversation.kind === 'group' ? openGroup(conversation, population) : openDirect(conversation, population),
  )
  const draw = drawing(scenes)
  const moments = timeline(random, count, nowMs)
  let scene: Scene | undefined
  let written = 0
  while (written < count) {
    const upTo = Math.min(written + rowsPerCommit, count)
    messages.transaction(() => {
      while (written < upTo) {
        const { value: moment } = moments.next()
        if (!moment) throw new Error('the timeline ended early')
        if (moment.startsBurst || !scene) scene = draw(random)
        if (!scene) throw new Error('messages need at least one chat')
        written += happen({ ...population, scene, atMs: moment.atMs, left: count - written })
      }
    })
  }
}
