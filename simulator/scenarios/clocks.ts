/** Scenarios with rows whose time cannot be trusted. */
import type { Scenario, Stage } from './stage.ts'

const DAY_MS = 86_400_000
const INT64_MAX = 2n ** 63n - 1n

export const clockScenarios: Record<string, Scenario> = {
  'dated-tomorrow': {
    description: 'a message from tomorrow, then one from now',
    play(stage) {
      stage.hear('greetings from tomorrow', { atMs: Date.now() + DAY_MS })
      stage.hear('and from today')
    },
  },
  'dated-never': {
    description: 'rows with the largest date there is, and with none, then one from now',
    play(stage) {
      dated(stage, INT64_MAX, 'relay')
      dated(stage, 0n, 'relay')
      stage.hear('a message with an honest date')
    },
  },
  'dated-in-seconds': {
    description: 'a row with its date in seconds, as before macOS 10.13',
    play: (stage) => dated(stage, 500_000_000n, 'history'),
  },
}

function dated(stage: Stage, date: bigint, expect: 'relay' | 'history'): void {
  const messages = stage.messages()
  const text = `my date column is ${date}`
  const written = messages.transaction(() => {
    const row = messages.receive({ from: stage.friend, text })
    messages.db.prepare('UPDATE message SET date = ? WHERE ROWID = ?').run(date, row.rowid)
    return row
  })
  stage.expect(expect, text, written)
}
