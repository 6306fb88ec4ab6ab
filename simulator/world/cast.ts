// Creates the conversations of a simulated world: how busy each is, and who is in it.

import { chance, pick, type Random } from '../random.ts'
import type { Conversation } from './conversation.ts'
import { type Person, somePeople } from './people.ts'
import { bestFriend, roleAt } from './roles.ts'

const namedSenders = ['PARCEL', 'CLINIC', 'urn:biz:00000000-0000-4000-8000-000000000001']

const shortCodeAt = (rank: number): string => namedSenders[rank % 5] ?? String(24_273 + rank * 37)

/** People write to a few others all the time, and to most hardly ever. */
const busyness = (rank: number): number => 1 / (rank + 1.5)

const shareOfWeight = { direct: 1, group: 1, self: 1 / 4, business: 1 / 3, spam: 1 / 6 } as const

function someKind(random: Random): Conversation['kind'] {
  const draw = random()
  if (draw < 0.16) return 'group'
  if (draw < 0.24) return 'business'
  return draw < 0.28 ? 'spam' : 'direct'
}

interface Seat {
  rank: number
  people: readonly Person[]
  random: Random
}

function companyFor(kind: Conversation['kind'], { rank, people, random }: Seat): Partial<Conversation> {
  const person = people[rank % people.length] ?? pick(random, people)
  if (kind === 'group') {
    const named = chance(random, 0.75)
    const members = somePeople(random, people, 2, 9)
    return { people: members, ...(named && { groupName: pick(random, person.language.groupNames) }) }
  }
  if (kind === 'business') return { shortCode: shortCodeAt(rank) }
  if (kind === 'self') return {}
  const neighbour = people[(rank + people.length - 1) % people.length]
  const email = neighbour?.emails[0]
  if (kind === 'direct' && neighbour && email !== undefined && chance(random, 0.15))
    return { people: [neighbour], address: email, service: 'iMessage' }
  return { people: [person] }
}

function conversationAt(seat: Seat, friend: Person | undefined): Conversation {
  const drawn = someKind(seat.random)
  const role = roleAt(seat.rank)?.(friend) ?? {}
  const kind = role.kind ?? drawn
  const weight = busyness(seat.rank) * shareOfWeight[kind]
  return { kind, people: [], weight, ...companyFor(kind, seat), ...role }
}

export function castOf(random: Random, people: readonly Person[], chats: number): Conversation[] {
  const friend = bestFriend(people)
  return Array.from({ length: chats }, (_, rank) => conversationAt({ rank, people, random }, friend))
}
