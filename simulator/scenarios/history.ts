/** Old messages that come with new ROWIDs, as Messages in iCloud brings them. */
import type { Messages } from '../messages/open-messages.ts'
import type { Scenario, Stage } from './stage.ts'

const DEFAULT_FLOOD = 500
const DEFAULT_REPLAY = 40
const ROWS_PER_COMMIT = 100
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const historyScenarios: Record<string, Scenario> = {
  'icloud-flood': {
    description: 'old messages with new ROWIDs and fresh guids, live ones between them',
    play: (stage) => flood(stage, 24 * HOUR_MS),
  },
  'icloud-flood-of-today': {
    description: 'the same, but the oldest is eighty minutes old: an age limit alone lets it through',
    play: (stage) => flood(stage, 80 * MINUTE_MS),
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

async function flood(stage: Stage, oldestMs: number): Promise<void> {
  const rows = stage.rows ?? DEFAULT_FLOOD
  const startMs = Date.now() - oldestMs
  for (let done = 0; done < rows; done += ROWS_PER_COMMIT) {
    const messages = stage.messages()
    const count = Math.min(ROWS_PER_COMMIT, rows - done)
    const written = messages.transaction(() =>
      Array.from({ length: count }, (_, index) => {
        const number = done + index + 1
        // Ends some minutes short of now, so that nothing in the flood is fresh.
        const atMs = startMs + ((oldestMs - 5 * MINUTE_MS) * number) / rows
        return messages.receive({ from: stage.friend, text: `old message ${number}`, atMs, read: true })
      }),
    )
    for (const row of written) stage.expect('history', 'an old message', row)
    stage.hear(`a live message in the flood, after ${done + count}`)
    await stage.pause(300)
  }
}

/** The newest ordinary messages, oldest first. */
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
