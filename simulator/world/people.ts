// Creates the people of a simulated world: names, languages, and addresses that belong to nobody.

import { chance, pick, pickWeighted, type Random, wholeNumber } from '../random.ts'
import { languages } from './languages/index.ts'
import type { Language } from './languages/language.ts'

export interface Person {
  givenName: string
  familyName: string
  /** The name as it is shown. */
  name: string
  language: Language
  /** Numbers in E.164, the most used one first. */
  phones: readonly string[]
  emails: readonly string[]
  /** The service that reaches the person. */
  service: 'iMessage' | 'SMS' | 'RCS'
}

// 555-0100 to 555-0199 of each area code, and 07700 900000 to 900999, are reserved for fiction.
const areaCodes = `201 203 206 212 213 214 215 217 219 225 228 240 248 251 253 267 301 302 303 304 305 307 309 312 314
  401 402 404 406 408 410 412 415 503 505 507 512 602 617 702`.split(/\s+/)

const phoneAt = (index: number): string => {
  if (index % 9 === 8) return `+447700900${String(Math.floor(index / 9) % 1000).padStart(3, '0')}`
  const area = areaCodes[index % areaCodes.length] ?? '201'
  return `+1${area}55501${String(Math.floor(index / areaCodes.length) % 100).padStart(2, '0')}`
}

const domains = ['example.com', 'example.org', 'example.net', 'mail.example']

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()

function emailFor(person: { givenName: string; familyName: string }, index: number, random: Random): string {
  const name = [plain(person.givenName), plain(person.familyName)].filter(Boolean).join('.')
  return `${name || 'friend'}.${index}@${pick(random, domains)}`
}

function personAt(index: number, random: Random): Person {
  const language = pickWeighted(random, languages)
  const names = { givenName: pick(random, language.givenNames), familyName: pick(random, language.familyNames) }
  const { givenName, familyName } = names
  const phones = [phoneAt(index * 2), ...(chance(random, 0.15) ? [phoneAt(index * 2 + 1)] : [])]
  return {
    ...names,
    name: language.familyFirst ? `${familyName}${givenName}` : `${givenName} ${familyName}`,
    language,
    phones,
    emails: chance(random, 0.45) ? [emailFor(names, index, random)] : [],
    service: pickWeighted(random, [
      ['iMessage', 80],
      ['SMS', 12],
      ['RCS', 8],
    ]),
  }
}

export const peopleOf = (random: Random, count: number): Person[] =>
  Array.from({ length: count }, (_, index) => personAt(index, random))

/** Returns the address that the person usually writes from. */
export const addressOf = (person: Person, random: Random): string =>
  person.service === 'iMessage' && person.emails.length > 0 && chance(random, 0.3)
    ? (person.emails[0] ?? '')
    : (person.phones[0] ?? '')

export const somePeople = (random: Random, people: readonly Person[], from: number, to: number): Person[] => {
  const wanted = Math.min(wholeNumber(random, from, to), people.length)
  const chosen = new Set<Person>()
  while (chosen.size < wanted) chosen.add(pick(random, people))
  return [...chosen]
}
