/** Lists the faults of chat.db: exchanged, restored, rebuilt, filled from iCloud, missing, unreadable. */
import { chmodSync, rmSync } from 'node:fs'
import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises'
import { chatDbPath, messagesFolder } from '../../simulator/paths.ts'
import { pick, type Random } from '../../simulator/random.ts'
import {
  asideOf,
  copyDatabase,
  moveDatabase,
  renumberMessages,
  replaceDatabase,
} from '../../simulator/scenarios/database-files.ts'
import type { ChaosWorld, Fault } from './chaos-world.ts'

/** The bridge may be dead while the fault happens. */
const perhapsKilled = async ({ bridge }: ChaosWorld, random: Random): Promise<void> => {
  if (random() < 0.4) await bridge.kill()
}

const exchange =
  (prepare: (path: string) => void): Fault =>
  async (world, random) => {
    const { mac } = world
    await world.inSilence(() => {
      const other = asideOf(mac.home)
      copyDatabase(mac.messages.db, other)
      prepare(other)
      return mac.whileQuit(() => replaceDatabase(mac.home, other))
    })
    await perhapsKilled(world, random)
  }

/** ROWIDs go back, and other rows get the ones that were used before. */
const restored: Fault = async (world, random) => {
  const { mac } = world
  copyDatabase(mac.messages.db, asideOf(mac.home))
  await wait(300 + random() * 700)
  await world.inSilence(() => mac.whileQuit(() => replaceDatabase(mac.home, asideOf(mac.home))))
  await perhapsKilled(world, random)
}

const walRecreated: Fault = async (world) => {
  const { mac } = world
  await world.inSilence(() => {
    mac.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return mac.whileQuit(() => {
      for (const suffix of ['-wal', '-shm']) rmSync(chatDbPath(mac.home) + suffix, { force: true })
    })
  })
}

const awayMs = 1_500

const movedAway: Fault = async (world, random) => {
  const { home, whileQuit } = world.mac
  const away = async () => {
    moveDatabase(chatDbPath(home), asideOf(home))
    await wait(awayMs * random())
    moveDatabase(asideOf(home), chatDbPath(home))
  }
  await world.inSilence(() => whileQuit(away))
}

const permissionLost: Fault = async (world, random) => {
  const folder = messagesFolder(world.mac.home)
  chmodSync(folder, 0o000)
  await perhapsKilled(world, random)
  await world.startDead()
  await wait(awayMs + random() * awayMs)
  chmodSync(folder, 0o755)
}

const rows = 5_000
const rowsPerCommit = 100
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const spans = [
  { fromMs: 730 * dayMs, toMs: 2 * dayMs },
  // An age limit on its own would let these through.
  { fromMs: 80 * minuteMs, toMs: 20 * minuteMs },
]

/** Writes old messages, between whose commits everything else continues. */
const backFill: Fault = async (world, random) => {
  const { mac } = world
  const { fromMs, toMs } = pick(random, spans)
  const nowMs = Date.now()
  for (let done = 0; done < rows; done += rowsPerCommit) {
    const { messages } = mac
    messages.transaction(() => {
      for (let row = done; row < done + rowsPerCommit; row++) {
        const atMs = nowMs - fromMs + ((fromMs - toMs) * row) / rows
        messages.receive({ from: '+12025550131', text: `of long ago ${row}`, atMs, read: true })
      }
    })
    await soon()
    if (done === rows / 2) await perhapsKilled(world, random)
  }
}

const newestHeard = `SELECT guid FROM message JOIN chat_message_join ON message_id = message.ROWID
  WHERE item_type = 0 AND associated_message_type = 0 AND is_from_me = 0 GROUP BY message.ROWID
  ORDER BY message.ROWID DESC LIMIT 200`

/** An existing message is stored once more, as another row with a GUID of its own. */
const relanded: Fault = async (world) => {
  await world.inSilence(() => {
    const { messages } = world.mac
    const guids = messages.db.prepare(newestHeard).all()
    messages.transaction(() => {
      for (const { guid } of guids.toReversed()) messages.reland({ message: String(guid) })
    })
  })
}

export const fileFaults: Readonly<Record<string, Fault>> = {
  'another file as chat.db': exchange(() => undefined),
  'chat.db rebuilt with other ROWIDs': exchange(renumberMessages),
  'an older copy of chat.db restored': restored,
  'the write-ahead log of chat.db begun anew': walRecreated,
  'chat.db away for a while': movedAway,
  'the permission to read chat.db lost for a while': permissionLost,
  '5,000 old messages from iCloud': backFill,
  'messages that are here come once more': relanded,
}
