/** Search over all messages: starts the thread that keeps the index, and queries the index. */
import { type Category, usualCategories } from '../contract/categories.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { SearchPage, SearchStatus } from '../contract/search.ts'
import type { StatisticsRange } from '../contract/statistics.ts'
import { handleLookupKey, sameHandle } from '../domain/handles.ts'
import type { Persons } from '../domain/people/persons.ts'
import type { Named } from '../domain/search/match.ts'
import { ServiceError } from '../domain/service-error.ts'
import { beginningOf } from '../domain/statistics-window.ts'
import { type CurrentPersons, noPersons } from '../mac/persons.ts'
import { serviceDir } from '../store/service-dir.ts'
import { findPage, type SearchedPart, type SearchRequest, type ShownMessage } from './find.ts'
import { IndexKeeper } from './index-keeper.ts'
import { type NamesOfContacts, namedIn } from './known-names.ts'
import { type Directory, type Pace, usualPace } from './protocol.ts'
import { startQuestioner } from './questions.ts'
import { type Counted, statisticsOf } from './statistics.ts'

export interface Search {
  search(asked: SearchRequest): Promise<SearchPage>
  status(): SearchStatus
  /** Counts a part of the history, or all of it. */
  statistics(range: StatisticsRange, part?: CountedPart): Promise<Counted>
  /** Does nothing after a stop. */
  start(): void
  stop(): Promise<void>
}

/** The part of the history that exists for somebody. */
export interface CountedPart {
  /** Tells one who looks from another: what was counted is remembered for each. */
  viewer: string
  /** Unix milliseconds; null for messages of any time. */
  sinceMs: number | null
  /** The keys of its conversations; undefined for all. */
  keys: ReadonlySet<string> | undefined
  /** Returns the name of somebody within the part. */
  nameOf(handle: string): string
}

export interface SearchOptions {
  home: string
  /** The base directory, `~/.service`. */
  base: string
  log: Logger
  contacts: NamesOfContacts
  /** Tells whose addresses are one conversation; nobody's when omitted. */
  persons?: CurrentPersons
  /** Returns those of the ROWIDs that are shown to people. */
  placed(rowids: readonly number[]): readonly ShownMessage[]
  /** The shown categories of Messages; by default all but junk. */
  shownCategories?: () => readonly Category[]
  /** Addresses of the user besides those that Messages is signed in with. */
  selfHandles?: () => readonly string[]
  nowMs?: () => number
  pace?: Partial<Pace>
  pollMs?: number
  /** How long the threads wait for work before they end, since each takes ten megabytes or more. */
  restAfterMs?: number
}

/** The interval of other timers in an idle process. */
const usualPollMs = 500
const usualRestAfterMs = 20_000
/** How long names of contacts are cached. */
const contactsMs = 60_000
/** How long statistics are cached. */
const statisticsMs = 60_000
/** Statistics that are remembered: of each range, and of a few who see a part. */
const mostRemembered = 50

export function openSearch(options: SearchOptions): Search {
  const { home, base, log, contacts, placed, persons = noPersons, nowMs = Date.now, pollMs = usualPollMs } = options
  const { restAfterMs = usualRestAfterMs } = options
  const { shownCategories = () => usualCategories, selfHandles = () => [] } = options
  const path = serviceDir(base).searchFile
  const index = new IndexKeeper({ home, path, pollMs, restAfterMs, pace: { ...usualPace, ...options.pace } }, log)
  const questions = startQuestioner(
    { home, path, restAfterMs },
    {
      onDamage: () => index.reportDamage(),
      onFailure: (reason) => log.error(`The search thread failed: ${reason}`),
    },
  )

  const directory = directoryReader((known) => questions.ask('directory', { known }))
  const named = namesReader({ directory, contacts, persons, nowMs })
  const counted = remembered(
    { nowMs, persons, settings: () => JSON.stringify([shownCategories(), selfHandles()]) },
    async (range: StatisticsRange, part?: CountedPart) => {
      const sinceMs = Math.max(beginningOf(range, nowMs()) ?? 0, part?.sinceMs ?? 0)
      const counts = await questions.ask('count', {
        sinceMs: sinceMs === 0 ? undefined : sinceMs,
        keys: part?.keys,
        shownCategories: shownCategories(),
        selfHandles: selfHandles(),
      })
      if (counts === undefined) throw new ServiceError('messages_unreadable', 'The messages cannot be counted.')
      return statisticsOf(counts, { contacts: part ?? contacts, persons: persons.now() })
    },
  )
  return {
    async search(asked) {
      const { isComplete } = index.status
      const { within } = asked
      const page = await findPage(asked, {
        nowMs: nowMs(),
        named:
          within?.keys === undefined
            ? named
            : async () => namedIn(partOf(await directory(), within), contacts, persons.now()),
        parties: async () => (await directory()).parties,
        placed,
        find: (match) => questions.ask('find', match),
      })
      return { ...page, complete: isComplete }
    },
    status: () => {
      const { isComplete: _, ...told } = index.status
      return told
    },
    statistics: counted,
    start: () => index.start(),
    async stop() {
      await Promise.all([index.stop(), questions.stop()])
    },
  }
}

/** Restricts the directory, so that nobody outside of the part is found, not even as the better match of a name. */
function partOf({ parties, conversations, version }: Directory, { keys, addresses = [] }: SearchedPart): Directory {
  const known = Map.groupBy(addresses, handleLookupKey)
  const isInside = ({ kind, key }: Directory['parties'][number]) =>
    kind === 'conversation'
      ? keys?.has(key) === true
      : known.get(handleLookupKey(key))?.some((address) => sameHandle(address, key)) === true
  return {
    version,
    parties: parties.filter(isInside),
    conversations: conversations.filter(({ conversation }) => keys?.has(conversation) === true),
  }
}

/** The directory is transferred again only when it has changed. */
function directoryReader(ask: (known: number | undefined) => Promise<Directory | undefined>): () => Promise<Directory> {
  let latest: Directory = { version: 0, parties: [], conversations: [] }
  return async () => {
    const newer = await ask(latest.version)
    if (newer !== undefined) latest = newer
    return latest
  }
}

/** Names are prepared for comparison once, and again when there are new ones or contacts may have changed. */
function namesReader({ directory, contacts, persons, nowMs }: NamesSources): () => Promise<Named> {
  let latest: { directory: Directory; people: Persons; atMs: number; named: Named } | undefined
  return async () => {
    const [now, people] = [await directory(), persons.now()]
    const isSame = latest?.directory === now && latest.people === people
    if (latest === undefined || !isSame || nowMs() - latest.atMs >= contactsMs)
      latest = { directory: now, people, atMs: nowMs(), named: namedIn(now, contacts, people) }
    return latest.named
  }
}

interface NamesSources {
  directory(): Promise<Directory>
  contacts: NamesOfContacts
  persons: CurrentPersons
  nowMs: () => number
}

interface Remembering {
  nowMs: () => number
  /** Statistics counted when other addresses were one person are discarded. */
  persons: CurrentPersons
  /** Identifies the settings; statistics counted under other settings are discarded. */
  settings: () => string
}

/** Caches statistics for a while, since counting takes a moment and the result changes little. */
function remembered(
  { nowMs, persons, settings }: Remembering,
  count: (range: StatisticsRange, part?: CountedPart) => Promise<Counted>,
) {
  const answers = new Map<string, { atMs: number; people: Persons; settings: string; counted: Promise<Counted> }>()
  return (range: StatisticsRange, part?: CountedPart): Promise<Counted> => {
    const name = part === undefined ? range : `${range} ${part.viewer}`
    const known = answers.get(name)
    const [now, people] = [settings(), persons.now()]
    const isSame = known?.settings === now && known.people === people
    if (isSame && nowMs() - known.atMs < statisticsMs) return known.counted
    const counted = count(range, part)
    answers.delete(name)
    answers.set(name, { atMs: nowMs(), people, settings: now, counted })
    for (const oldest of answers.keys()) if (answers.size > mostRemembered) answers.delete(oldest)
    counted.catch(() => answers.delete(name))
    return counted
  }
}
