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
  /** a further chat with somebody, at an e-mail address instead of the phone number */
  atEmail?: boolean
}

const namedSenders = ['PARCEL', 'CLINIC', 'urn:biz:00000000-0000-4000-8000-000000000001', '24273(smsft)']

const shortCodeAt = (index: number): string => namedSenders[index] ?? String(24_273 + index * 37)

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
  if (kind === 'business') return { kind, people: [], weight: weight / 3, shortCode: shortCodeAt(index) }
  if (kind === 'self') return { kind, people: [], weight: weight / 4 }
  const neighbour = people[(index + people.length - 1) % people.length]
  if (kind === 'direct' && neighbour?.emails.length && chance(random, 0.15))
    return { kind, people: [neighbour], weight: weight / 2, atEmail: true }
  return { kind, people: [person], weight: kind === 'spam' ? weight / 6 : weight }
}

export const castOf = (random: Random, people: readonly Person[], chats: number): Conversation[] =>
  Array.from({ length: chats }, (_, index) => conversationAt(index, people, random))
