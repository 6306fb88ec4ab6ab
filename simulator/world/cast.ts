// Who talks to whom in a simulated world: which chats exist, how busy each is, and who is in it.

import { chance, pick, type Random } from '../random.ts'
import { type Person, somePeople } from './people.ts'

export interface Conversation {
  kind: 'direct' | 'group' | 'self' | 'business' | 'spam'
  people: readonly Person[]
  /** how much of all the talk is here */
  weight: number
  groupName?: string
  /** the sender of one-time codes and parcels */
  shortCode?: string
}

const shortCodes = [
  '24273',
  '58988',
  '72975',
  '300300',
  'PARCEL',
  'CLINIC',
  'urn:biz:00000000-0000-4000-8000-000000000001',
]

/** A few people are written to all the time, most hardly ever. */
const busyness = (rank: number): number => 1 / (rank + 1.5)

function kindAt(index: number, random: Random): Conversation['kind'] {
  if (index === 3) return 'self'
  const draw = random()
  if (draw < 0.16) return 'group'
  if (draw < 0.24) return 'business'
  return draw < 0.28 ? 'spam' : 'direct'
}

function conversationAt(index: number, people: readonly Person[], random: Random): Conversation {
  const kind = kindAt(index, random)
  const weight = busyness(index)
  const person = people[index % people.length] ?? pick(random, people)
  if (kind === 'group') {
    const members = somePeople(random, people, 2, 9)
    const named = chance(random, 0.75)
    return { kind, people: members, weight, ...(named && { groupName: pick(random, person.language.groupNames) }) }
  }
  if (kind === 'business') return { kind, people: [], weight: weight / 3, shortCode: pick(random, shortCodes) }
  if (kind === 'self') return { kind, people: [], weight: weight / 4 }
  return { kind, people: [person], weight: kind === 'spam' ? weight / 6 : weight }
}

export const castOf = (random: Random, people: readonly Person[], chats: number): Conversation[] =>
  Array.from({ length: chats }, (_, index) => conversationAt(index, people, random))
