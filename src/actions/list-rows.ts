/** Implements GET /api/v1/rows, what counts them, and GET /api/v1/handles: Messages' database for programs that copy it. */
import type { RowFilter, RowPage, StoredRow } from '../contract/stored-row.ts'
import type { Action } from './action.ts'
import { noConversation } from './found-conversation.ts'
import type { HistoryService } from './services.ts'

type History = Pick<HistoryService, 'storedRows'>

export const listRows: Action<'list_rows'> = ({ belonging, ...asked }, { history }) => {
  const page = history.storedRows(asked)
  if (page === undefined) throw noConversation()
  return belonging ? { ...page, belonging: belongingTo(page, history) } : page
}

/** Asked for like any rows, so that nothing comes along that could not be asked for. */
function belongingTo({ rows }: RowPage, history: History): StoredRow[] {
  const known = new Set(rows.map(({ guid }) => guid))
  const answered = new Set(rows.flatMap(({ reply_to_guid: guid }) => (guid === null || known.has(guid) ? [] : guid)))
  const tapbacks = rowsLike({ about: listOf(known), reactions: 'only' }, history)
  return [...tapbacks.filter(({ guid }) => !known.has(guid)), ...rowsLike({ guids: listOf(answered) }, history)]
}

/** A comma would separate two GUIDs. */
const listOf = (guids: ReadonlySet<string>): string => [...guids].filter((guid) => !guid.includes(',')).join(',')

const pageSize = 1_000

function rowsLike(filter: Pick<RowFilter, 'about' | 'guids' | 'reactions'>, history: History): StoredRow[] {
  const found: StoredRow[] = []
  if ((filter.about ?? filter.guids) === '') return found
  for (let more = true; more; ) {
    const order = { order: 'rowid', newest_first: false, limit: pageSize, offset: found.length } as const
    const page = history.storedRows({ ...filter, ...order })
    found.push(...(page?.rows ?? []))
    more = page?.more === true && page.rows.length > 0
  }
  return found
}

export const countRows: Action<'count_rows'> = (asked, { history }) => {
  const total = history.countStoredRows(asked)
  if (total === undefined) throw noConversation()
  return { total }
}

export const rowTotals: Action<'row_totals'> = (_, { history }) => history.storedTotals()

export const listHandles: Action<'list_handles'> = (asked, { history }) => history.storedHandles(asked)
