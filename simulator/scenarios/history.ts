/** Scenarios with old messages that come with new ROWIDs, as with Messages in iCloud. */
import type { Messages } from '../messages/open-messages.ts'
import type { Scenario, Stage } from './stage.ts'

const DEFAULT_FLOOD = 500
const DEFAULT_REPLAY = 40
const ROWS_PER_COMMIT = 100
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Gives a relay enough time to ingest what was written before. */
const SETTLING_MS = 3000

export const historyScenarios: Record<string, Scenario> = {
  'icloud-flood': {
    description: 'messages of two years with new ROWIDs and fresh guids, live ones between them',
    play: (stage) => flood(stage, { fromMs: 730 * DAY_MS, toMs: 2 * DAY_MS }),
  },
  'icloud-flood-of-today': {
    description: 'the same, but none is older than eighty minutes: an age limit alone lets them through',
    play: (stage) => flood(stage, { fromMs: 80 * MINUTE_MS, toMs: 5 * MINUTE_MS }),
  },
  'icloud-replay': {
    description: 'messages that are here already land once more under fresh guids',
    async play(stage) {
      const messages = stage.messages()
      const guids = newestMessages(messages, stage.rows ?? DEFAULT_REPLAY)
      const copies = messages.transaction(() => guids.map((message) => messages.reland({ message })))
      for (const copy of copies) stage.expect('nothing', 'a message that was here before', copy)
      await stage.pause(300)
      stage.hear('a live message after the replay')
    },
  },
}

interface Ages {
  readonly fromMs: number
  readonly toMs: number
}

/** Writes a live message before the flood, so that all of the flood is older than the last message seen. */
async function flood(stage: Stage, ages: Ages): Promise<void> {
  const rows = stage.rows ?? DEFAULT_FLOOD
  stage.hear('a live message before the flood')
  await stage.pause(SETTLING_MS)
  for (let done = 0; done < rows; done += ROWS_PER_COMMIT) {
    bringOld(stage, { ages, rows, from: done, to: Math.min(done + ROWS_PER_COMMIT, rows) })
    stage.hear(`a live message in the flood, after ${Math.min(done + ROWS_PER_COMMIT, rows)}`)
    await stage.pause(300)
  }
}

/** Writes a part of the flood in one commit, oldest first. */
function bringOld(
  stage: Stage,
  { ages, rows, from, to }: { ages: Ages; rows: number; from: number; to: number },
): void {
  const messages = stage.messages()
  const nowMs = Date.now()
  const ageMs = (number: number) => ages.fromMs - ((ages.fromMs - ages.toMs) * number) / rows
  const written = messages.transaction(() =>
    Array.from({ length: to - from }, (_, index) => {
      const text = `old message ${from + index + 1}`
      const atMs = nowMs - ageMs(from + index)
      return { text, row: messages.receive({ from: stage.friend, text, atMs, read: true }) }
    }),
  )
  for (const { text, row } of written) stage.expect('history', text, row)
}

/** Returns the newest ordinary messages, oldest first. */
function newestMessages({ db }: Messages, count: number): string[] {
  const newest = db.prepare(
    `SELECT guid FROM message JOIN chat_message_join ON message_id = message.ROWID
     WHERE item_type = 0 AND associated_message_type = 0 GROUP BY message.ROWID ORDER BY message.ROWID DESC LIMIT ?`,
  )
  return newest
    .all(count)
    .map(({ guid }) => String(guid))
    .reverse()
}
