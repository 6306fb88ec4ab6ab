// Puts a world's people into Contacts as people do: most of them, some twice, some incomplete.

import type { Card } from '../contacts/card.ts'
import type { Contacts } from '../contacts/contacts.ts'
import { asTyped } from '../contacts/number-writing.ts'
import type { ContactsStore } from '../contacts/store.ts'
import type { Self } from '../manifest.ts'
import { chance, pick, type Random, uuid } from '../random.ts'
import { fileOf } from './files.ts'
import type { Person } from './people.ts'

const known = 0.82
const inTwoStores = 0.08
const withPhoto = 0.3

const typed = (person: Person, random: Random): string[] => person.phones.map((phone) => asTyped(phone, random))

function nameOn(person: Person, random: Random): Card {
  const draw = random()
  if (draw < 0.04) return { nickname: person.givenName }
  if (draw < 0.08) return { organization: `${person.familyName} & Co.` }
  if (draw < 0.16) return { firstName: person.givenName }
  return { firstName: person.givenName, lastName: person.familyName }
}

function cardOf(person: Person, random: Random): Card {
  const photo = chance(random, withPhoto) ? fileOf('png', random).bytes : undefined
  return { ...nameOn(person, random), phones: typed(person, random), emails: person.emails, ...(photo && { photo }) }
}

/** Two people who share the last seven digits, so that a number without its area code fits both. */
const ambiguous: readonly Card[] = [
  { firstName: 'Alex', lastName: 'Twofold', phones: ['555-0142'] },
  { firstName: 'Sam', lastName: 'Twofold', phones: ['(999) 555-0142'] },
]

export interface Filling {
  contacts: Contacts
  people: readonly Person[]
  self: Self
  random: Random
}

function addMe(store: ContactsStore, { name, phone, email }: Self): void {
  const [firstName = name, lastName = ''] = name.split(' ')
  store.setMe(store.add({ firstName, lastName, phones: [phone], emails: [email] }))
}

export function fillContacts({ contacts, people, self, random }: Filling): void {
  const [cloud, work] = [contacts.addAccount(uuid(random)), contacts.addAccount(uuid(random))]
  const filing = new Map<ContactsStore, Card[]>([
    [contacts.onMyMac, [...ambiguous]],
    [cloud, []],
    [work, []],
  ])
  for (const person of people) {
    if (!chance(random, known)) continue
    const home = chance(random, 0.85) ? cloud : pick(random, [contacts.onMyMac, work])
    filing.get(home)?.push(cardOf(person, random))
    if (chance(random, inTwoStores)) filing.get(work)?.push({ ...cardOf(person, random) })
  }
  addMe(cloud, self)
  for (const [store, cards] of filing) store.transaction(() => cards.forEach((card) => void store.add(card)))
}
