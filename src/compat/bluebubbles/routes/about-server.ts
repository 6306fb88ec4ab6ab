/** Routes by which a client shows how the server fares: its media by kind, its log and its alerts. */
import type { Alert } from '../../../contract/alert.ts'
import type { Conversation } from '../../../contract/conversation.ts'
import { blueBubblesBackups } from '../../../store/bluebubbles-backups.ts'
import { serviceDir } from '../../../store/service-dir.ts'
import { allConversations } from '../chats.ts'
import { check, type Fields, number, wholeIn } from '../input.ts'
import type { Handler, Route, Session } from '../request.ts'

const kinds = ['image', 'video', 'location'] as const
type Kind = (typeof kinds)[number]
type Counts = Record<`${Kind}s`, number>

/** Names are written with and without an s; without any, all are meant. */
function chosenKinds({ only }: Fields): readonly Kind[] {
  const asked = String(only ?? '')
    .split(',')
    .map((each) => each.trim().replace(/s$/, ''))
    .filter((each) => each !== '')
  return asked.length === 0 ? kinds : kinds.filter((kind) => asked.includes(kind))
}

const chosen = (counts: Counts, wanted: readonly Kind[]): Partial<Counts> =>
  Object.fromEntries(wanted.map((kind) => [`${kind}s`, counts[`${kind}s`]]))

const media: Handler = async ({ session, query }) => ({
  data: chosen(await session.relay.row_totals(), chosenKinds(query)),
})

const mediaByChat: Handler = async ({ session, query, signal }) => {
  const wanted = chosenKinds(query)
  const data: object[] = []
  for (const conversation of await allConversations(session)) {
    if (signal.aborted) break
    const { guid, is_group, display_name } = conversation
    const count = async (kind: 'media' | 'files', holds: readonly Kind[]) =>
      holds.some((each) => wanted.includes(each)) ? countMedia(session, conversation, kind) : nothing
    const [seen, files] = [await count('media', ['image', 'video']), await count('files', ['location'])]
    const totals = chosen({ ...seen, locations: files.locations }, wanted)
    if (Object.values(totals).some((count) => count > 0))
      data.push({ chatGuid: guid, groupName: is_group ? display_name : '', totals })
  }
  return { data }
}

const nothing: Counts = { images: 0, videos: 0, locations: 0 }
const mediaAtOnce = 200
/** The most pages of one conversation that are counted, which are 10,000 pictures. */
const mostPages = 50

async function countMedia({ ask }: Session, { guid }: Conversation, kind: 'media' | 'files'): Promise<Counts> {
  const counts = { ...nothing }
  let from: string | null | undefined
  for (let page = 0; page < mostPages && from !== null; page++) {
    const asked = { guid, kind, limit: mediaAtOnce, ...(from !== undefined && { cursor: from }) }
    const { items, cursor } = await ask('list_media', asked)
    for (const { attachment } of items) {
      const kindOfFile = kinds.find((each) => attachment?.mime_type?.startsWith(typeOf[each]))
      if (kindOfFile !== undefined) counts[`${kindOfFile}s`]++
    }
    from = cursor
  }
  return counts
}

const typeOf = { image: 'image/', video: 'video/', location: 'text/x-vlocation' } as const

const linesAtOnce = 100
const mostLines = 1_000

/** Returns lines of level info and above, since those below may name addresses. */
const logs: Handler = async ({ services, query }) => {
  check(query, { count: [number({ min: 1 })] })
  const limit = Math.min(wholeIn(query, 'count') ?? linesAtOnce, mostLines)
  const entries = await services.logFile.last({ limit, level: 'info' })
  return {
    message: 'Successfully fetched logs!',
    data: entries.map(({ ts, source, level, msg }) => `[${ts}] [${level.toUpperCase()}] [${source}] ${msg}`).join('\n'),
  }
}

/** Clients know alerts by a number, here one made of the id. */
function numberOf({ id }: Alert): number {
  let number = 0
  for (const letter of id) number = (Math.imul(number, 31) + letter.charCodeAt(0)) >>> 0
  return number >>> 1
}

const mostAlerts = 10

const alerts: Handler = async ({ session, services }) => {
  const kept = blueBubblesBackups(serviceDir(services.base).blueBubblesBackupsFile)
  const { alerts: current } = await session.ask('list_alerts')
  return {
    message: 'Successfully fetched server alerts!',
    data: current.slice(0, mostAlerts).map((alert) => ({
      id: numberOf(alert),
      type: 'warn',
      value: alert.summary,
      isRead: kept.isRead(numberOf(alert)),
      created: alert.since,
      updated: alert.since,
    })),
  }
}

const readAlerts: Handler = ({ services, body }) => {
  const ids = (Array.isArray(body.ids) ? body.ids : []).map(Number).filter(Number.isSafeInteger)
  if (ids.length > 0) blueBubblesBackups(serviceDir(services.base).blueBubblesBackupsFile).markRead(ids)
  return { message: 'Successfully marked alerts as read!' }
}

export const aboutServerRoutes: readonly Route[] = [
  { method: 'GET', path: 'server/statistics/media', scopes: ['read'], handle: media },
  { method: 'GET', path: 'server/statistics/media/chat', scopes: ['read'], handle: mediaByChat },
  { method: 'GET', path: 'server/logs', scopes: ['read'], isWholeOnly: true, handle: logs },
  { method: 'GET', path: 'server/alert', scopes: ['read'], isWholeOnly: true, handle: alerts },
  { method: 'POST', path: 'server/alert/read', scopes: ['write'], isWholeOnly: true, handle: readAlerts },
]
