// Creates the conversations of a simulated world: how busy each is, and who is in it.
import { chance, pick, type Random } from '../random.ts'
import type { Conversation } from './conversation.ts'
import { type Person, somePeople } from './people.ts'

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

type Role = (friend: Person | undefined) => Partial<Conversation>

const fixed =
  (role: Partial<Conversation>): Role =>
  () =>
    role

/**
 * The best friend is reached by iMessage, by SMS and at an e-mail address, which makes three chats before macOS 26 and
 * two since.
 */
const friendBy =
  (addressOf: (friend: Person) => string | undefined, service: 'iMessage' | 'SMS'): Role =>
  (friend) => {
    const address = friend && addressOf(friend)
    return address === undefined ? {} : { kind: 'direct', people: [friend as Person], address, service }
  }

const byPhone = ({ phones }: Person) => phones[0]
const byEmail = ({ emails }: Person) => emails[0]

/** Mobile numbers of Mexico lost their 1 in 2019; Messages keeps both spellings. */
const mexico = { old: '+5215550100123', current: '+525550100123' }

/** Chats that every world has, each at its own rank: a history must leave them out, merge them, or show them unchanged. */
const roles: ReadonlyMap<number, Role> = new Map<number, Role>([
  [0, friendBy(byPhone, 'iMessage')],
  [1, fixed({ kind: 'direct', isUnread: true })],
  [2, fixed({ kind: 'group', service: 'iMessage' })],
  [3, fixed({ kind: 'self' })],
  [4, fixed({ kind: 'group', service: 'iMessage', isUnread: true })],
  [5, fixed({ kind: 'self', fate: 'empty' })],
  [6, friendBy(byPhone, 'SMS')],
  [7, friendBy(byEmail, 'iMessage')],
  [8, fixed({ kind: 'spam', settings: { filtered: 2 } })],
  [9, fixed({ kind: 'spam', settings: { filtered: 1, pendingReview: true } })],
  [10, fixed({ kind: 'spam', settings: { blackholed: true } })],
  [11, fixed({ kind: 'direct', fate: 'deleted' })],
  [12, fixed({ kind: 'direct', service: 'iMessage', fate: 'revived' })],
  [13, fixed({ kind: 'direct', address: mexico.old, service: 'iMessage' })],
  [14, fixed({ kind: 'direct', address: mexico.current, service: 'iMessage' })],
  [15, fixed({ kind: 'group', settings: { properties: { ignoreAlertsFlag: true } } })],
  [16, fixed({ kind: 'direct', settings: { archived: true } })],
  [17, fixed({ kind: 'direct', fate: 'empty' })],
  [18, fixed({ kind: 'business', shortCode: '24273(smsft)', settings: { filtered: 4 } })],
  [19, fixed({ kind: 'business', shortCode: '24273', settings: { filtered: 0 } })],
])

const roleAt = (rank: number): Role | undefined => roles.get(rank)

/** Finds somebody who has an e-mail address besides the number. */
const bestFriend = (people: readonly Person[]): Person | undefined =>
  people.find(({ service, phones, emails }) => service === 'iMessage' && phones.length > 0 && emails.length > 0)
