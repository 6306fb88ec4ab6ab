/** Loads the messages of one conversation on demand and keeps them up to date while events arrive. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StreamEvent } from '../../../../src/contract/events.ts'
import type { Message } from '../../../../src/contract/message.ts'
import { concernOf } from './concerns.ts'
import { emptyWindow, type MessageWindow, type Page, withPage } from './message-window.ts'
import { newestQuestion, pageSize } from './newest-question.ts'

export interface ThreadState {
  window: MessageWindow
  /** False while the first page is loading. */
  isReady: boolean
  /** Error of the last request for a position; null after a success. */
  error: unknown
}

export interface Question {
  limit: number
  before_rowid?: number
  after_rowid?: number
  around_rowid?: number
}

interface Options {
  guid: string
  ask(question: Question): Promise<Message[]>
  /** Called with messages that others have just written, whether or not they are loaded. */
  onNew(messages: readonly Message[]): void
}

export interface OpenWindow {
  store: StoreApi<ThreadState>
  showNewest(): Promise<void>
  showAround(rowid: number): Promise<void>
  /** Repeats the last request for a position. */
  again(): Promise<void>
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Applies an event of the stream. */
  onEvent(event: StreamEvent): void
  /** Reads this message again. */
  look(rowid: number): void
  close(): void
}

const largestPage = 500
/** Messages that are asked for beyond the known ones, for those that have been added between them. */
const slack = 20
/** A message with one before and one after it is enough to find its position. */
const patchSize = 3
/** Above this number changes are read in one request. */
const mostPatches = 4

export function openWindow({ guid, ask, onNew }: Options): OpenWindow {
  const store = createStore<ThreadState>(() => ({ window: emptyWindow, isReady: false, error: null }))
  const rows = () => store.getState().window.rows
  const apply = (page: Page) =>
    store.setState(({ window }) => ({ window: withPage(window, page), isReady: true, error: null }))

  /** A request for another position makes all responses void that are still on their way. */
  let generation = 0
  const loading = new Set<'before' | 'after'>()
  let again = async (): Promise<void> => undefined

  async function show(question: Question, pageOf: (messages: Message[]) => Page): Promise<void> {
    const mine = ++generation
    again = () => show(question, pageOf)
    loading.clear()
    try {
      const messages = await ask(question)
      if (mine === generation) apply(pageOf(messages))
    } catch (error) {
      if (mine === generation) store.setState({ error })
    }
  }

  async function grow(place: 'before' | 'after'): Promise<void> {
    const { window, isReady } = store.getState()
    const edge = place === 'before' ? window.rows[0] : window.rows.at(-1)
    const isMore = place === 'before' ? window.hasOlder : window.hasNewer
    if (!isReady || !isMore || edge === undefined || loading.has(place)) return
    const mine = generation
    loading.add(place)
    const { rowid } = edge
    // The next request meets and shows the same failure; scrolling on tries again.
    const messages = await ask({ limit: pageSize, [`${place}_rowid`]: rowid }).catch(() => undefined)
    if (mine !== generation) return
    loading.delete(place)
    if (messages !== undefined) apply({ place, rowid, messages, limit: pageSize })
  }

  const work = follow({ rows, ask, apply, onNew, hasNewer: () => store.getState().window.hasNewer })

  return {
    store,
    showNewest: () => show(newestQuestion, (messages) => ({ place: 'newest', messages, limit: pageSize })),
    showAround: (rowid) =>
      show({ limit: pageSize, around_rowid: rowid }, (messages) => ({
        place: 'around',
        rowid,
        messages,
        limit: pageSize,
      })),
    again: () => again(),
    loadOlder: () => grow('before'),
    loadNewer: () => grow('after'),
    onEvent(event) {
      const { window, isReady } = store.getState()
      if (!isReady) return
      const concern = concernOf(event, { guid, window })
      if (concern.what === 'everything') work.all()
      else if (concern.what === 'changed') work.changed(concern.rowid)
      else if (concern.what === 'added') work.added(concern.rowid, concern.isNew)
    },
    look: (rowid) => work.changed(rowid),
    close() {
      generation++
      work.end()
    },
  }
}

interface Following extends Pick<Options, 'ask' | 'onNew'> {
  rows(): readonly Message[]
  hasNewer(): boolean
  apply(page: Page): void
}

/** Reads what has changed, one request at a time; changes that arrive meanwhile are read together afterwards. */
function follow({ rows, hasNewer, ask, apply, onNew }: Following) {
  const changed = new Set<number>()
  const added = new Map<number, boolean>()
  const toldOf = new Set<number>()
  let everything = false
  let isWorking = false
  let hasEnded = false

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    while (!hasEnded && (everything || changed.size > 0 || added.size > 0)) await step().catch(() => undefined)
    isWorking = false
  }

  async function step(): Promise<void> {
    if (everything || changed.size > mostPatches) {
      everything = false
      changed.clear()
      await readAll()
    } else if (added.size > 0) {
      const wanted = new Map(added)
      added.clear()
      await readAdded(wanted)
    } else {
      const [rowid = 0] = changed
      changed.delete(rowid)
      await patch(rowid)
    }
  }

  async function patch(rowid: number): Promise<readonly Message[]> {
    const messages = await ask({ limit: patchSize, around_rowid: rowid })
    if (!hasEnded) apply({ place: 'patch', rowid, messages })
    return messages
  }

  async function readAll(): Promise<void> {
    const last = rows().at(-1)
    const middle = rows()[Math.floor(rows().length / 2)]
    if (middle === undefined) return readEnd()
    const { rowid } = middle
    const limit = Math.min(largestPage, rows().length + slack)
    const messages = await ask({ limit, around_rowid: rowid })
    if (hasEnded) return
    apply({ place: 'patch', rowid, messages })
    if (hasNewer()) return
    await readEnd()
    // Messages that were missed while no events arrived count as new, as well.
    const before = rows().findIndex((row) => row.rowid === last?.rowid)
    if (before >= 0) tell(rows().slice(before + 1))
  }

  async function readEnd(): Promise<void> {
    const last = rows().at(-1)
    if (last === undefined) {
      const messages = await ask({ limit: pageSize })
      if (!hasEnded) apply({ place: 'newest', messages, limit: pageSize })
      return
    }
    const messages = await ask({ limit: pageSize, after_rowid: last.rowid })
    if (!hasEnded) apply({ place: 'after', rowid: last.rowid, messages, limit: pageSize })
  }

  async function readAdded(wanted: ReadonlyMap<number, boolean>): Promise<void> {
    if (!hasNewer()) await readEnd()
    const found: Message[] = []
    for (const [rowid, isNew] of wanted) {
      // An old message that arrived late is further up; one of another conversation is nowhere.
      const known = rows().find((row) => row.rowid === rowid)
      const message = known ?? (await patch(rowid)).find((row) => row.rowid === rowid)
      if (isNew && message !== undefined) found.push(message)
    }
    tell(found)
  }

  function tell(messages: readonly Message[]): void {
    const news = messages.filter(
      ({ rowid, is_from_me, kind }) => !is_from_me && kind !== 'system' && !toldOf.has(rowid),
    )
    if (news.length === 0 || hasEnded) return
    for (const { rowid } of news) toldOf.add(rowid)
    onNew(news)
  }

  const soon = () => void work()
  return {
    all: () => {
      everything = true
      soon()
    },
    changed: (rowid: number) => {
      changed.add(rowid)
      soon()
    },
    added: (rowid: number, isNew: boolean) => {
      added.set(rowid, isNew || added.get(rowid) === true)
      soon()
    },
    end: () => {
      hasEnded = true
    },
  }
}
