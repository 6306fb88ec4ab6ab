/** Learns which statements an answer of the history takes, and asks the floor that runs the same ones for it. */
import diagnostics from 'node:diagnostics_channel'
import { chatDbPath } from '../../../simulator/paths.ts'
import type { History } from '../../../src/mac/history/history.ts'
import { openHistory } from '../../../src/mac/history/open-history.ts'
import { ask } from '../web-process.ts'
import { floorServer } from './floor-server.ts'

export interface SameStatements extends AsyncDisposable {
  /** Asks for the answer at this place of those that were named. */
  answer(index: number): Promise<unknown>
}

export interface HeardAnswer {
  /** What the history ran for it: the statements with their parameters written out. */
  statements: readonly string[]
  /** What the web process answered. */
  body: string
}

export async function sameStatements(home: string, answers: readonly HeardAnswer[]): Promise<SameStatements> {
  const { url, [Symbol.asyncDispose]: end } = await floorServer('same-statements.js', {
    args: [chatDbPath(home)],
    told: answers.map(({ statements, body }) => ({ statements, answer: JSON.parse(body) as unknown })),
  })
  return { answer: (index) => ask(url, `/${index}`), [Symbol.asyncDispose]: end }
}

/** A history of its own, which is read as an action reads that of the web process. */
export class HeardHistory implements Disposable {
  readonly #history: History

  /** The first reading also reads what is remembered from then on, so it is not for this to hear. */
  constructor(home: string, first: (history: History) => unknown) {
    this.#history = openHistory({ home, contacts: { nameOf: () => undefined }, readMarks: () => [] })
    first(this.#history)
  }

  statementsOf(read: (history: History) => unknown): string[] {
    const heard: string[] = []
    const hear = (message: unknown) => void heard.push((message as { sql: string }).sql)
    diagnostics.subscribe('sqlite.db.query', hear)
    try {
      read(this.#history)
      return heard
    } finally {
      diagnostics.unsubscribe('sqlite.db.query', hear)
    }
  }

  [Symbol.dispose](): void {
    this.#history.close()
  }
}
