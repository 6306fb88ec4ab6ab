/** Routes about messages: finding, counting and searching them. Sending is in `sending.ts`. */
import { guidOfRow } from '../../wire/lines.ts'
import { findConversation, findRow, messagesOf } from '../chats.ts'
import { notFound } from '../envelope.ts'
import {
  check,
  type Fields,
  list,
  number,
  oneOf,
  pageIn,
  pageRules,
  periodIn,
  periodRules,
  required,
  text,
  textIn,
  wantedIn,
  wholeIn,
  yesOrNo,
} from '../input.ts'
import type { BlueBubblesRequest, Handler, Route, Session } from '../request.ts'
import { type Conditions, conditionsOf } from '../where.ts'

const find: Handler = async ({ session, query, params: { guid = '' } }) => {
  const row = await findRow(session, guid)
  if (row === undefined) throw notFound('Message does not exist!')
  const [data] = await messagesOf(session, [row], { wanted: wantedIn(query.with) })
  return { data }
}

const query: Handler = async ({ session, body }) => {
  check(body, {
    with: [list],
    convertAttachments: [yesOrNo],
    where: [list],
    sort: [text, oneOf('ASC', 'DESC')],
    ...periodRules,
    chatGuid: [text],
    ...pageRules,
  })
  const page = pageIn(body, { limit: 100 })
  const { conversation: chatOfWhere, ...conditions } = conditionsOf(body.where)
  const chatGuid = textIn(body, 'chatGuid')
  for (const guid of [chatGuid, chatOfWhere])
    if (guid !== undefined && (await findConversation(session, guid)) === undefined)
      return { message: `No chat found with GUID: ${guid}`, data: [], metadata: { ...page, total: 0, count: 0 } }
  const { rows, total } = await selected(session, {
    conditions: { ...conditions, ...withConversation(chatGuid ?? chatOfWhere) },
    period: periodIn(body),
    page,
    newestFirst: body.sort !== 'ASC',
  })
  const data = await messagesOf(session, rows, { wanted: wantedIn(body.with) })
  return { message: 'Successfully fetched messages!', data, metadata: { ...page, total, count: data.length } }
}

const withConversation = (guid: string | undefined) => (guid === undefined ? {} : { conversation: guid })

interface Selection {
  conditions: Conditions
  period: { since?: string; until?: string }
  page: { limit: number; offset: number }
  newestFirst: boolean
}

async function selected(session: Session, { conditions, period, page, newestFirst }: Selection) {
  const { contains, equals, guids: given, about, ...plain } = conditions
  const guids = await guidsOf(session, { contains: contains ?? equals, given })
  if (guids?.length === 0) return { rows: [], total: 0 }
  const filter = {
    ...plain,
    ...period,
    ...(guids && { guids: guids.join(',') }),
    ...(about && { about: about.join(',') }),
  }
  if (equals !== undefined) {
    const all = await session.relay.list_rows({ ...filter, newest_first: newestFirst, limit: 1000 })
    const same = all.rows.filter(({ text }) => text === equals)
    return { rows: same.slice(page.offset, page.offset + page.limit), total: same.length }
  }
  const [{ rows }, { total }] = await Promise.all([
    session.relay.list_rows({ ...filter, newest_first: newestFirst, ...page }),
    session.relay.count_rows(filter),
  ])
  return { rows, total }
}

/** Undefined where messages are not chosen by their GUID; our search finds those with a text. */
async function guidsOf(
  session: Session,
  { contains, given }: { contains: string | undefined; given: string[] | undefined },
): Promise<string[] | undefined> {
  const harmless = given?.filter((guid) => !guid.includes(','))
  if (contains === undefined) return harmless
  const found = await search(session, contains)
  return harmless === undefined ? found : found.filter((guid) => harmless.includes(guid))
}

const resultsAtOnce = 100
/** The newest of so many results are looked through; a filter by GUIDs takes no more. */
const mostResults = 1_000

async function search({ relay }: Session, words: string): Promise<string[]> {
  // Within quotes nothing is an operator of our search language, and the star lets the last word be a prefix.
  const q = `"${words.replaceAll(/["“”„]/g, ' ').trim()}"*`
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: { results: { conversation_guid: string; message: { guid: string } }[]; cursor: string | null } =
      await relay.search({
        q: q.slice(0, 1_000),
        limit: resultsAtOnce,
        ...(cursor !== null && { cursor }),
      })
    found.push(...page.results.map(({ conversation_guid, message }) => guidOfRow(conversation_guid, message.guid)))
    cursor = page.cursor
  } while (cursor !== null && found.length < mostResults)
  return found
}

const countRules = {
  chatGuid: [text],
  ...periodRules,
  minRowId: [number({ min: 0 })],
  maxRowId: [number({ min: 1 })],
}

/** Both ends of the ROWIDs are included. */
function rowsIn(query: Fields) {
  const [least, most] = [wholeIn(query, 'minRowId'), wholeIn(query, 'maxRowId')]
  return {
    ...withConversation(textIn(query, 'chatGuid')),
    ...(least !== undefined && { after_rowid: Math.max(0, least - 1) }),
    ...(most !== undefined && { before_rowid: most + 1 }),
  }
}

async function counted({ session, query }: BlueBubblesRequest, filter: object) {
  const guid = textIn(query, 'chatGuid')
  if (guid !== undefined && (await findConversation(session, guid)) === undefined) return { data: { total: 0 } }
  return { data: await session.relay.count_rows(filter) }
}

const count: Handler = async (request) => {
  check(request.query, countRules)
  return counted(request, { ...rowsIn(request.query), ...periodIn(request.query) })
}

const countOwn: Handler = async (request) => {
  check(request.query, countRules)
  return counted(request, { ...rowsIn(request.query), ...periodIn(request.query), from_me: true })
}

const countUpdated: Handler = async (request) => {
  check(request.query, { ...countRules, after: [required, number({ min: 0 })] })
  const { since, until } = periodIn(request.query)
  return counted(request, { ...rowsIn(request.query), changed_since: since, ...(until && { until }) })
}

export const messageRoutes: readonly Route[] = [
  { method: 'POST', path: 'message/query', scopes: ['read'], handle: query },
  { method: 'GET', path: 'message/count', scopes: ['read'], handle: count },
  { method: 'GET', path: 'message/count/updated', scopes: ['read'], handle: countUpdated },
  { method: 'GET', path: 'message/count/me', scopes: ['read'], handle: countOwn },
  { method: 'GET', path: 'message/:guid', scopes: ['read'], handle: find },
]
