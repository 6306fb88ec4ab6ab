/** Implements GET /api/v1/people, POST /api/v1/people/separate and POST /api/v1/people/join. */
import type { ChangedPerson, Person } from '../contract/person.ts'
import { principalOf } from '../domain/access/principal.ts'
import { foldLetters } from '../domain/fold-letters.ts'
import { normaliseHandle } from '../domain/handles.ts'
import type { KnownPerson } from '../domain/people/persons.ts'
import { severalMeant } from '../domain/recipient.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action, ActionRequest } from './action.ts'
import type { Services } from './services.ts'

export const listPeople: Action<'list_people'> = (_input, { persons, contacts }) => {
  const people = persons.now().all().map(shown)
  const byName = people
    .map((person) => ({ person, folded: foldLetters(person.name) }))
    .toSorted((a, b) => (a.folded === b.folded ? 0 : a.folded < b.folded ? -1 : 1))
  const trouble = contacts.problems().find(({ kind }) => kind !== 'absent')?.reason
  return { people: byName.map(({ person }) => person), trouble: trouble ?? null }
}

export const separatePerson: Action<'separate_person'> = ({ person }, services, request) =>
  changed(person, true, services, request)

export const joinPerson: Action<'join_person'> = ({ person }, services, request) =>
  changed(person, false, services, request)

function changed(who: string, isSeparate: boolean, services: Services, { caller }: ActionRequest): ChangedPerson {
  const { persons, keptSeparate, audit } = services
  const known = personMeant(who, services)
  if (known.isSeparate === isSeparate) return { ...shown(known), changed: false }
  keptSeparate[isSeparate ? 'separate' : 'join'](known.person.handles)
  audit.append({
    action: isSeparate ? 'person_separated' : 'person_joined',
    principal: principalOf(caller),
    target: 'people',
    result: 'ok',
  })
  return { ...shown(persons.now().find(known.person.handles[0] ?? '') ?? known), changed: true }
}

function personMeant(who: string, { persons }: Pick<Services, 'persons'>): KnownPerson {
  const now = persons.now()
  const hasSeveral = ({ person }: KnownPerson) => person.handles.length > 1
  const found = [now.find(who) ?? now.named(who)].flat().filter(hasSeveral)
  const [known, ...others] = found
  if (known === undefined)
    throw new ServiceError('not_found', `Nobody in Contacts with several addresses is called "${who}".`)
  if (others.length > 0)
    throw severalMeant(
      who,
      found.map(({ person }) => ({ name: person.name, give: person.handles[0] ?? '' })),
    )
  return known
}

const shown = ({ person, isSeparate }: KnownPerson): Person => ({
  name: person.name,
  handles: person.handles.map(normaliseHandle),
  kept_separate: isSeparate,
})
