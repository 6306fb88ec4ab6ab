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

interface Answer {
  /** Reads the history as the action does. */
  read(history: History): unknown
  /** What the web process answered. */
  body: string
}

export async function sameStatements(home: string, answers: readonly Answer[]): Promise<SameStatements> {
  const statements = statementsOf(
    home,
    answers.map(({ read }) => read),
  )
  const { url, [Symbol.asyncDispose]: end } = await floorServer('same-statements.js', {
    args: [chatDbPath(home)],
    told: answers.map(({ body }, index) => ({ statements: statements[index], answer: JSON.parse(body) as unknown })),
  })
  return { answer: (index) => ask(url, `/${index}`), [Symbol.asyncDispose]: end }
}

/** The statements with their parameters written out. */
function statementsOf(home: string, reads: readonly Answer['read'][]): string[][] {
  const history = openHistory({ home, contacts: { nameOf: () => undefined }, readMarks: () => [] })
  let heard: string[] = []
  const hear = (message: unknown) => void heard.push((message as { sql: string }).sql)
  // The first answer also reads what is remembered from then on.
  reads[0]?.(history)
  diagnostics.subscribe('sqlite.db.query', hear)
  try {
    return reads.map((read) => {
      heard = []
      read(history)
      return heard
    })
  } finally {
    diagnostics.unsubscribe('sqlite.db.query', hear)
    history.close()
  }
}
