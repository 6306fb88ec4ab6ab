/** Damages each file of the bridge in every way, and checks that a bridge started afterwards relays. */
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { pick, type Random, seededRandom } from '../../../simulator/random.ts'
import { type TemporaryMac, temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { ServiceDir } from '../../../src/store/service-dir.ts'
import { configure, dirOf } from '../../../test/harness/bridge-process.ts'
import { journalView } from '../../../test/harness/journal-view.ts'
import { until } from '../../../test/harness/until.ts'
import { bridgeOver, hasEnded } from '../../world.ts'
import type { Outcome } from '../row.ts'

const files = {
  'state.json': ({ stateFile }: ServiceDir) => stateFile,
  'journal.db': ({ journalFile }: ServiceDir) => journalFile,
  'the log of journal.db': ({ journalFile }: ServiceDir) => `${journalFile}-wal`,
  'echo_log.db': ({ echoLogFile }: ServiceDir) => echoLogFile,
  'read_state.db': ({ readStateFile }: ServiceDir) => readStateFile,
  'bridge.lock': ({ lockFile }: ServiceDir) => lockFile,
  'bridge.pid': ({ pidFile }: ServiceDir) => pidFile,
  'the heartbeat': ({ heartbeatFile }: ServiceDir) => heartbeatFile,
  'the status': ({ statusFile }: ServiceDir) => statusFile,
}

/** Without these files the bridge would wrongly start from scratch, so it has to report their damage. */
const tellsOf: readonly string[] = ['journal.db', 'echo_log.db', 'state.json']

const mutationsEach = 100
const patienceMs = 60_000
const mostStarts = 3

export async function filesDamaged(): Promise<Outcome> {
  const found = await Promise.all(
    Object.entries(files).map(([name, fileOf]) => damaged(name, { fileOf, random: seededRandom(name) })),
  )
  const failures = found.flat()
  const starts = mutationsEach * Object.keys(files).length
  const told = failures.length > 0 ? `: ${failures.slice(0, 5).join('; ')}` : ''
  return {
    figure: `${starts} starts over ${Object.keys(files).length} files, ${failures.length} that did not relay or did not tell${told}`,
    reached: failures.length === 0,
  }
}

interface Victim {
  fileOf(dir: ServiceDir): string
  random: Random
}

async function damaged(name: string, { fileOf, random }: Victim): Promise<string[]> {
  using mac = temporaryMac({ messages: 20, chats: 3 })
  configure(mac.home, { relay: { scope: 'everyone' } })
  const dir = dirOf(mac.home)
  const failures: string[] = []
  const first = bridgeOver(mac.home)
  await first.polling()
  await first.stop()
  for (let time = 0; time < mutationsEach; time++) {
    const path = fileOf(dir)
    const logBefore = logSize(dir)
    const how = existsSync(path) ? mutate(path, random) : 'absent'
    try {
      await relaysOver(mac)
      const log = readFileSync(dir.logFile, 'utf8').slice(logBefore)
      if (how === 'overwritten' && tellsOf.includes(name) && !/"level":"(warn|error)"/.test(log))
        failures.push(`${name} ${how}: nothing is said`)
    } catch (error) {
      failures.push(`${name} ${how}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return failures
}

const logSize = ({ logFile }: ServiceDir): number => (existsSync(logFile) ? readFileSync(logFile, 'utf8').length : 0)

/** Restarts the bridge a few times, as launchd does. */
async function relaysOver(mac: TemporaryMac): Promise<void> {
  const { guid } = mac.messages.receive({ from: '+12025550123', text: 'after the damage' })
  const journal = journalView(mac.home)
  const isRelayed = () => {
    try {
      return journal.outcome(guid) === 'relayed'
    } catch {
      return false
    }
  }
  for (let start = 1; start <= mostStarts; start++) {
    const bridge = bridgeOver(mac.home)
    try {
      await until(() => isRelayed() || hasEnded(bridge), {
        withinMs: patienceMs,
        describe: () => `the message; the bridge says ${JSON.stringify(bridge.status())} ${bridge.stderr()}`,
      })
    } finally {
      if (!hasEnded(bridge)) await bridge.stop()
    }
    if (isRelayed()) return
    if (start === mostStarts) throw new Error(`it ended ${start} times: ${bridge.stderr()}`)
  }
}

/** Overwriting always includes the first bytes, since the file might otherwise stay valid. */
function mutate(path: string, random: Random): string {
  const { size } = statSync(path)
  const how = pick(random, ['overwritten', 'cut', 'emptied', 'removed', 'flipped'])
  if (how === 'removed') rmSync(path)
  else if (how === 'emptied') truncateSync(path)
  else if (how === 'cut') truncateSync(path, Math.floor(random() * size))
  else if (how === 'overwritten') writeFileSync(path, Buffer.alloc(Math.max(size, 100), '\x00rubbish'), { flag: 'r+' })
  else flipBits(path, random)
  return how
}

function flipBits(path: string, random: Random): void {
  const bytes = readFileSync(path)
  for (let count = 0; count < 20 && bytes.length > 0; count++) {
    const at = Math.floor(random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  }
  writeFileSync(path, bytes, { flag: 'r+' })
}
