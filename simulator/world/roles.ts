// Chats that every world has, each at its own rank: chats that a history must leave out, merge, or show unchanged.

import type { Conversation } from './conversation.ts'
import type { Person } from './people.ts'

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

export const roleAt = (rank: number): Role | undefined => roles.get(rank)

/** Finds somebody who has an e-mail address besides the number. */
export const bestFriend = (people: readonly Person[]): Person | undefined =>
  people.find(({ service, phones, emails }) => service === 'iMessage' && phones.length > 0 && emails.length > 0)
