/** Takes messages that leave a simulated Mac onwards where nobody talks live. It ends once nothing is under way. */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { goOut, type Network } from '../live/network.ts'
import { beginCarrying, endCarrying, isLive } from '../live/presence.ts'
import { allUnderWay, arrived, type UnderWay } from '../live/under-way.ts'
import { readManifest } from '../manifest.ts'
import { openMessages } from '../messages/open-messages.ts'
import { chatDbPath } from '../paths.ts'
import { landLate } from './late.ts'

const TICK_MS = 15
const IDLE_MS = 1000
/** A message without a row after this time was never written: its script was killed. */
const ABANDONED_MS = 5000
const PACE = { sentMs: 60, deliveredMs: 180 }

/** Uses a monotonic clock, since somebody may set the wall clock meanwhile. */
const nowMs = () => performance.now()

const [home = ''] = process.argv.slice(2)
async function carry(): Promise<void> {
  const { self } = readManifest(home)
  const messages = openMessages(home)
  let agenda: { dueMs: number; work: () => void }[] = []
  const later: Network['later'] = (afterMs, work) => void agenda.push({ dueMs: nowMs() + afterMs, work })
  const network = { messages: () => messages, later, pace: PACE }
  const find = messages.db.prepare(
    `SELECT message.ROWID AS rowid, chat.guid AS chatGuid FROM message
     LEFT JOIN chat_message_join ON message_id = message.ROWID LEFT JOIN chat ON chat.ROWID = chat_id WHERE message.guid = ?`,
  )

  const awaitedSinceMs = new Map<string, number>()
  const isAwaited = (guid: string) => {
    const sinceMs = awaitedSinceMs.get(guid) ?? nowMs()
    awaitedSinceMs.set(guid, sinceMs)
    return nowMs() - sinceMs < ABANDONED_MS
  }

  function takeOnwards({ guid, fate, late }: UnderWay): void {
    const row = find.get(guid)
    if (row === undefined && (late !== undefined || isAwaited(guid))) return
    arrived(home, guid)
    if (row === undefined) return
    goOut(network, { rowid: Number(row.rowid), guid, chatGuid: String(row.chatGuid) }, fate)
  }

  let busyMs = nowMs()
  // The home of a test may disappear at any moment, and nothing may be created there again.
  while (existsSync(chatDbPath(home)) && nowMs() - busyMs < IDLE_MS) {
    if (!isLive(home)) {
      landLate({ home, messages, self })
      for (const message of allUnderWay(home)) takeOnwards(message)
    }
    const due = agenda.filter(({ dueMs }) => dueMs <= nowMs())
    agenda = agenda.filter((each) => !due.includes(each))
    for (const { work } of due) work()
    if (agenda.length > 0 || (!isLive(home) && allUnderWay(home).length > 0)) busyMs = nowMs()
    await pause(TICK_MS)
  }
  messages.close()
}

/** Checks once more after it has ended, since a process that saw it at work meanwhile started no other. */
async function carryAll(): Promise<void> {
  do {
    if (!existsSync(chatDbPath(home)) || !beginCarrying(home)) return
    try {
      await carry()
    } finally {
      endCarrying(home)
    }
  } while (!isLive(home) && allUnderWay(home).length > 0)
}

try {
  await carryAll()
} catch (error) {
  if (existsSync(chatDbPath(home))) throw error
}
