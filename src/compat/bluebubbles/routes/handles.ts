/** Routes about handles (addresses that Messages knows) and about the people of Contacts. */
import { createHash } from 'node:crypto'
import { sameHandle } from '../../../domain/handles.ts'
import { badRequest, notFound } from '../envelope.ts'
import type { Person } from '../host.ts'
import { check, type Fields, list, pageIn, pageRules, text, textIn, wantedIn } from '../input.ts'
import { handleFrom } from '../message-of.ts'
import type { Handler, Route, Session } from '../request.ts'
import type { BlueBubblesContact } from '../shapes.ts'

const count: Handler = async ({ session }) => ({ data: { total: (await session.relay.row_totals()).handles } })

async function queryHandles(session: Session, fields: Fields) {
  const page = pageIn(fields, { limit: 100 })
  const address = textIn(fields, 'address')
  if (address === undefined) {
    const [found, { handles: total }] = await Promise.all([
      session.relay.list_handles(page),
      session.relay.row_totals(),
    ])
    return { data: found.map(handleFrom), metadata: { total, ...page, count: found.length } }
  }
  const all = await session.relay.list_handles({ address, limit: 1000 })
  const data = all.slice(page.offset, page.offset + page.limit).map(handleFrom)
  return { data, metadata: { total: all.length, ...page, count: data.length } }
}

const query: Handler = ({ session, body }) => {
  check(body, { address: [text], with: [list], ...pageRules })
  return queryHandles(session, body)
}

const listed: Handler = ({ session, query }) => {
  check(query, pageRules)
  return queryHandles(session, query)
}

const find: Handler = async ({ session, params: { guid = '' } }) => {
  const [handle] = await session.relay.list_handles({ address: guid, limit: 1 })
  if (handle === undefined) throw notFound('Handle not found!')
  return { data: handleFrom(handle) }
}

const withAvatar = (wanted: ReadonlySet<string>): boolean =>
  ['avatar', 'contactimage', 'contactimagethumbnail'].some((name) => wanted.has(name))

/** Contacts keeps cards of several accounts, whose numbers repeat. */
const idOf = ({ key }: Person): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

function contactOf(person: Person, wanted: ReadonlySet<string>): BlueBubblesContact {
  const { name, handles } = person
  const words = name.split(' ')
  const withId = (address: string) => ({ address, id: null })
  const picture = withAvatar(wanted) ? person.picture() : undefined
  return {
    phoneNumbers: handles.filter((handle) => !handle.includes('@')).map(withId),
    emails: handles.filter((handle) => handle.includes('@')).map(withId),
    firstName: words.length > 1 ? words.slice(0, -1).join(' ') : name,
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
    displayName: name,
    nickname: '',
    birthday: null,
    avatar: picture === undefined ? '' : Buffer.from(picture).toString('base64'),
    sourceType: 'api',
    id: idOf(person),
  }
}

const contacts: Handler = async ({ host, session, services, query }) => {
  const wanted = wantedIn(query.extraProperties)
  return { data: (await host.people({ caller: session.caller, services })).map((person) => contactOf(person, wanted)) }
}

const queryContacts: Handler = async ({ host, session, services, body }) => {
  const { addresses = [], extraProperties } = body
  if (!Array.isArray(addresses)) throw badRequest('Addresses must be an array of strings!')
  const asked = addresses.filter((each) => typeof each === 'string')
  const wanted = wantedIn(extraProperties)
  const fits = ({ handles }: Person) =>
    addresses.length === 0 || handles.some((handle) => asked.some((address) => sameHandle(address, handle)))
  return {
    data: (await host.people({ caller: session.caller, services }))
      .filter(fits)
      .map((person) => contactOf(person, wanted)),
  }
}

/** Cards are kept by Contacts; a copy of ours would only differ from it. */
const createContact: Handler = () => {
  throw badRequest('Contacts are read from this Mac. Add the person in the application Contacts.')
}

export const handleRoutes: readonly Route[] = [
  { method: 'GET', path: 'handle/count', scopes: ['read'], handle: count },
  { method: 'POST', path: 'handle/query', scopes: ['read'], handle: query },
  { method: 'GET', path: 'handle', scopes: ['read'], handle: listed },
  { method: 'GET', path: 'handle/:guid', scopes: ['read'], handle: find },
  { method: 'GET', path: 'contact', scopes: ['read'], handle: contacts },
  { method: 'POST', path: 'contact/query', scopes: ['read'], handle: queryContacts },
  { method: 'POST', path: 'contact', scopes: ['write'], handle: createContact },
]
