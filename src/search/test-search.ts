/**
 * Opens a search for tests over a simulated Mac, with results as its history shows them, which checks for changes
 * continuously.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../contract/log-entry.ts'
import type { SearchResult } from '../contract/search.ts'
import { readContacts } from '../mac/contacts.ts'
import { openHistory } from '../mac/history/open-history.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { currentPersons } from '../mac/persons.ts'
import { openSearch, type Search, type SearchOptions } from './open-search.ts'

export interface TestSearch extends Search, AsyncDisposable {
  base: string
  /** The logged lines. */
  log: string[]
  /** Returns the results of all pages. */
  all(q: string): Promise<SearchResult[]>
  /** Returns the texts of all results, newest first. */
  texts(q: string): Promise<string[]>
  /** Waits until everything is indexed. */
  built(): Promise<void>
  /** Waits until a search finds these texts. */
  finds(q: string, texts: readonly string[]): Promise<void>
}

/** Makes the steps short, so that there are many of them. */
const pace = { chunkRows: 200, sweepRows: 100, sweepEveryMs: 0 }
const pollMs = 5
const nobody: readonly string[] = []
const patienceMs = 240_000

export function searchOver(home: string, options: Partial<SearchOptions> = {}): TestSearch {
  const base = options.base ?? mkdtempSync(join(tmpdir(), 'search-'))
  const contacts = readContacts(messagesPaths(home).addressBook)
  const history = openHistory({ home, contacts, readMarks: () => [] })
  const log: string[] = []
  const search = openSearch({
    home,
    base,
    contacts,
    persons: currentPersons({ contacts, separate: () => nobody, selfHandles: () => nobody }),
    pollMs,
    log: logInto(log),
    placed: history.placed,
    ...options,
    pace: { ...pace, ...options.pace },
  })
  async function all(q: string): Promise<SearchResult[]> {
    const results: SearchResult[] = []
    let cursor: string | undefined
    do {
      const page = await search.search({ q, limit: 50, ...(cursor !== undefined && { cursor }) })
      results.push(...page.results)
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    return results
  }
  const texts = async (q: string) => (await all(q)).map(({ message }) => message.text)
  return {
    ...search,
    base,
    log,
    all,
    texts,
    built: () => until(() => search.status().state === 'current', 'the index to be built'),
    async finds(q, wanted) {
      let found: string[] = []
      await until(
        async () => {
          found = await texts(q)
          return JSON.stringify(found) === JSON.stringify(wanted)
        },
        () => `${q} to find ${JSON.stringify(wanted)}, not ${JSON.stringify(found)}`,
      )
    },
    async [Symbol.asyncDispose]() {
      await search.stop()
      history.close()
      if (options.base === undefined) rmSync(base, { recursive: true, force: true })
    },
  }
}

export async function until(isSo: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const endMs = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function logInto(lines: string[]): Logger {
  const line = (level: string) => (msg: string) => void lines.push(`${level} ${msg}`)
  const log: Logger = {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    as: () => log,
  }
  return log
}
