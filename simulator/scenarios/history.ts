/** Scenarios with old messages that come with new ROWIDs, as with Messages in iCloud. */
import type { Messages } from '../messages/open-messages.ts'
import type { Scenario, Stage } from './stage.ts'

const DEFAULT_FLOOD = 500
const DEFAULT_REPLAY = 40
const DEFAULT_EVENING = 60
const DEFAULT_NIGHT = 40
const ROWS_PER_COMMIT = 100
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
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
  'night-of-messages': {
    description:
      'forty messages of eight hours land at once and out of order; a relay that slept as long hands them on',
    play: night,
  },
  'icloud-yesterday': {
    description: 'messages and notes of yesterday with new ROWIDs and fresh guids, live ones between them',
    play: yesterday,
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
  'icloud-replay-of-notes': {
    description: 'notes to oneself that are here already land once more under fresh guids, in either direction',
    play: replayOfNotes,
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

/** The messages come in four commits, and no order of dates is left within or between them. */
async function night(stage: Stage): Promise<void> {
  const rows = stage.rows ?? DEFAULT_NIGHT
  const nowMs = Date.now()
  const parts = 4
  for (let part = 0; part < parts; part++) {
    const messages = stage.messages()
    const mine = numbers(0, rows).filter((number) => number % parts === part)
    const written = messages.transaction(() =>
      mine.toReversed().map((number) => {
        const text = `said in the night, ${number + 1}`
        const atMs = nowMs - (8 * HOUR_MS * (rows - number)) / (rows + 1)
        return { text, row: messages.receive({ from: stage.friend, text, atMs }) }
      }),
    )
    for (const { text, row } of written) stage.expect('relay', text, row)
    await stage.pause(1000)
  }
}

async function yesterday(stage: Stage): Promise<void> {
  const rows = stage.rows ?? DEFAULT_EVENING
  const half = Math.ceil(rows / 2)
  stage.hear('a live message before the sync')
  await stage.pause(SETTLING_MS)
  bringYesterday(stage, { rows, from: 0, to: half })
  stage.hear('a live message in the sync')
  await stage.pause(300)
  bringYesterday(stage, { rows, from: half, to: rows })
  stage.hear('a live message after the sync')
}

/** Most of what iCloud brings are notes to oneself, all of them as if somebody else had written them. */
function bringYesterday(stage: Stage, { rows, from, to }: Omit<Part, 'ages'>): void {
  const messages = stage.messages()
  const beganMs = Date.now() - 26 * HOUR_MS
  const written = messages.transaction(() =>
    numbers(from, to).map((number) => {
      const text = `said yesterday, ${number + 1}`
      const atMs = beganMs + (12 * HOUR_MS * number) / rows
      const sender = number % 3 === 0 ? stage.friend : stage.self.phone
      return { text, row: messages.receive({ from: sender, text, atMs, read: true }) }
    }),
  )
  for (const { text, row } of written) stage.expect('history', text, row)
}

async function replayOfNotes(stage: Stage): Promise<void> {
  const messages = stage.messages()
  const single = messages.noteToSelf({ text: 'water the plants', twins: 'sent' })
  stage.expect('relay', 'water the plants, from me', single)
  const pair = messages.noteToSelf({ text: 'call the plumber' })
  stage.expect('relay', 'call the plumber, from me', pair)
  await stage.pause(SETTLING_MS)
  const again = stage.messages().transaction(() => {
    const sameDirection = [single, pair, pair.copy ?? pair].map((message) => stage.messages().reland({ message }))
    const otherDirection = [single, pair].map((note) => {
      const message = stage.messages().reland({ message: note })
      stage.messages().flipSender({ message, fromMe: false })
      return message
    })
    return [...sameDirection, ...otherDirection]
  })
  for (const copy of again) stage.expect('nothing', 'a note that was here before', copy)
  await stage.pause(300)
  stage.hear('a live message after the notes')
}

interface Part {
  readonly ages: Ages
  /** The number of rows in all. */
  readonly rows: number
  readonly from: number
  readonly to: number
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

/** Writes a part of the flood in one commit, oldest first. */
function bringOld(stage: Stage, { ages, rows, from, to }: Part): void {
  const messages = stage.messages()
  const nowMs = Date.now()
  const ageMs = (number: number) => ages.fromMs - ((ages.fromMs - ages.toMs) * number) / rows
  const written = messages.transaction(() =>
    numbers(from, to).map((number) => {
      const text = `old message ${number + 1}`
      const atMs = nowMs - ageMs(number)
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
