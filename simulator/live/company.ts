/** Finds who can talk on a simulated Mac: its chats and the people in them, as the seed of the Mac made them. */
import type { Mac } from '../mac.ts'
import { pickWeighted, type Random, seededRandom } from '../random.ts'
import { english } from '../world/languages/english.ts'
import type { Language } from '../world/languages/language.ts'
import { peopleOf } from '../world/people.ts'

export interface Friend {
  readonly name: string
  readonly address: string
  readonly language: Language
}

export interface Circle {
  readonly chat: string
  /** The name of the group, or of the one person in it. */
  readonly name: string
  readonly friends: readonly Friend[]
  readonly isGroup: boolean
}

/** More people than any Mac has chats with. Their addresses show which of them are on this Mac. */
const PEOPLE_TO_RECALL = 1000
const FIRST_FRIENDS = 3

/** Gives an empty Mac its first few friends. */
export function circlesOf(mac: Mac): Circle[] {
  const friendOf = acquaintances(mac)
  const known = mac.messages
    .listChats()
    .map((chat): Circle => {
      const friends = chat.participants.filter((address) => isPerson(mac, address)).map(friendOf)
      const name = chat.name ?? namesOf(friends)
      return { chat: chat.guid, name, friends, isGroup: chat.isGroup }
    })
    .filter(({ friends }) => friends.length > 0)
  return known.length > 0 ? known : firstCircles(mac)
}

/** Names a group without a name as Messages does. */
function namesOf(friends: readonly Friend[]): string {
  const [first, second, ...others] = friends.map(({ name }) => name.split(' ')[0])
  if (second === undefined) return friends[0]?.name ?? ''
  return others.length === 0 ? `${first} & ${second}` : `${first}, ${second} & ${others.length} more`
}

function firstCircles(mac: Mac): Circle[] {
  return peopleOf(seededRandom(mac.seed), FIRST_FRIENDS).map(({ name, phones, language }) => {
    const address = phones[0] ?? ''
    const { guid } = mac.messages.directChat({ with: address })
    return { chat: guid, name, friends: [{ name, address, language }], isGroup: false }
  })
}

function acquaintances(mac: Mac): (address: string) => Friend {
  const people = peopleOf(seededRandom(mac.seed), PEOPLE_TO_RECALL)
  const byAddress = new Map(
    people.flatMap((person) => [...person.phones, ...person.emails].map((each) => [each, person])),
  )
  return (address) => {
    const person = byAddress.get(address)
    return { name: person?.name ?? address, address, language: person?.language ?? english }
  }
}

/** Excludes short codes, businesses and the owner: they do not chat. */
const isPerson = ({ self }: Mac, address: string): boolean =>
  address !== self.phone && address !== self.email && (/^\+\d{7,}$/.test(address) || /^[^:@]+@/.test(address))

/** Prefers the chats that were made first: they are the busiest. */
export const someCircle = (random: Random, circles: readonly Circle[]): Circle =>
  pickWeighted(
    random,
    circles.map((circle, rank) => [circle, 1 / (rank + 1.5)] as const),
  )
