/** Whatever Messages changes, what the history remembers between questions is what one that was just opened reads. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrivalScenarios } from '../../../simulator/scenarios/arrival.ts'
import { changeScenarios } from '../../../simulator/scenarios/changes.ts'
import { chatScenarios } from '../../../simulator/scenarios/chats.ts'
import { play } from '../../../simulator/scenarios/scenarios.ts'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { History, HistoryView, ViewedHistory } from './history.ts'
import { openHistory } from './open-history.ts'

const nowMs = Date.now()
const view: HistoryView = { people: 'all', sinceMs: nowMs - 3_600_000 }

let mac: TemporaryMac
let remembering: History

const opened = () =>
  openHistory({ home: mac.home, contacts: { nameOf: () => undefined }, readMarks: () => [], nowMs: () => nowMs })

beforeAll(() => {
  mac = temporaryMac({ messages: 60, chats: 6 })
  remembering = opened()
  isAsJustRead()
})
afterAll(() => {
  remembering?.close()
  mac?.close()
})

/** Asks for everything of which something is remembered. */
function told(history: History) {
  const of = (part: History | ViewedHistory) => {
    const conversations = part.conversations({ limit: 100, offset: 0 })
    return {
      conversations,
      unread: part.conversations({ limit: 100, offset: 0, isUnread: true }),
      messages: conversations.map(({ guid }) => part.messages(guid, { limit: 20 })),
      rows: part.countStoredRows({}),
      totals: part.storedTotals(),
    }
  }
  return { whole: of(history), part: of(history.within(view)) }
}

function isAsJustRead(): void {
  const afresh = opened()
  try {
    expect(told(remembering)).toEqual(told(afresh))
  } finally {
    afresh.close()
  }
}

/** The first renames chats, whose new names must not be there yet. */
const { 'guid-rename': first, ...others } = { ...changeScenarios, ...arrivalScenarios, ...chatScenarios }
const cases = Object.entries({ 'guid-rename': first, ...others }).flatMap(([name, scenario]) =>
  scenario === undefined ? [] : [[name, scenario] as const],
)

test.each(cases)('%s: what is remembered is what is there, at each step', async (_, scenario) => {
  await play(mac.home, scenario, { pause: async () => isAsJustRead(), outageMs: 1, rows: 20 })
  isAsJustRead()
})
