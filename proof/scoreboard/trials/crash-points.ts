/** Kills processes at named points on the way of a message, incoming and outgoing, many times each. */

import { chatDbPath } from '../../../simulator/paths.ts'
import type { ServiceDir } from '../../../src/store/service-dir.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { type Balance, isClean } from '../../balance.ts'
import type { Outcome } from '../row.ts'
import { deathAt, relayDeaths, type Step, sendDeaths } from './deaths.ts'

interface Point {
  calls: string
  /** The file that the system calls concern. */
  of?(dir: ServiceDir, home: string): string
}

const inward: Readonly<Record<string, Point>> = {
  'the journal’s log is written': { calls: 'pwrite64', of: ({ journalFile }) => `${journalFile}-wal` },
  'the journal’s log is made durable': { calls: 'fsync', of: ({ journalFile }) => `${journalFile}-wal` },
  'the journal is locked': { calls: 'fcntl', of: ({ journalFile }) => journalFile },
  'the journal is read': { calls: 'pread64', of: ({ journalFile }) => journalFile },
  'a small file is put in its place': { calls: 'rename' },
  'its folder is made durable': { calls: 'fsync', of: ({ stateDir }) => stateDir },
  'the heartbeat is written': { calls: 'pwrite64', of: ({ heartbeatFile }) => heartbeatFile },
  'the status is written': { calls: 'pwrite64', of: ({ statusFile }) => statusFile },
  'the ledger is read': { calls: 'pread64', of: ({ echoLogFile }) => echoLogFile },
  'chat.db is read': { calls: 'pread64', of: (_, home) => chatDbPath(home) },
  'the log of chat.db is read': { calls: 'pread64', of: (_, home) => `${chatDbPath(home)}-wal` },
}

const outward: Readonly<Record<string, Point>> = {
  'the ledger’s log is written': { calls: 'pwrite64', of: ({ echoLogFile }) => `${echoLogFile}-wal` },
  'the ledger’s log is made durable': { calls: 'fsync', of: ({ echoLogFile }) => `${echoLogFile}-wal` },
  'the ledger is locked': { calls: 'fcntl', of: ({ echoLogFile }) => echoLogFile },
  'a script is started': { calls: 'clone,clone3,vfork' },
  'a script’s end is noticed': { calls: 'wait4' },
  'its row is looked for': { calls: 'pread64', of: (_, home) => `${chatDbPath(home)}-wal` },
}

const timesEach = 25

export async function eachCrashPoint(): Promise<Outcome> {
  const relayed = await relayDeaths(stepsOf(inward).map(deathAt))
  const sent = await sendDeaths(stepsOf(outward))
  const points = Object.keys(inward).length + Object.keys(outward).length
  const died = relayed.died + sent.died
  const counted = faultsOf(relayed.balance) + faultsOf(sent.balance)
  return {
    figure: `${points} points, ${died} deaths, ${relayed.said} messages, ${sent.ordered} sends: ${counted} lost, doubled, out of order or wrongly told; ${sent.balance.uncertain} uncertain, and said so`,
    reached: isClean(relayed.balance) && isClean(sent.balance),
  }
}

const faultsOf = ({ repeated: _, uncertain: __, ...faults }: Balance): number => Object.values(faults).flat().length

/** Returns a step for the first time that the point is reached, the second time, and so on. */
const stepsOf = (points: Readonly<Record<string, Point>>): ((home: string) => Step)[] =>
  Object.values(points).flatMap(({ calls, of }) =>
    Array.from({ length: timesEach }, (_, index) => (home: string) => ({
      calls,
      nth: index + 1,
      path: of?.(dirOf(home), home),
    })),
  )

const sendKills = 200

/**
 * Covers the time when Messages has the message, but the ledger does not know: each step is the end of the first,
 * second or third program that is noticed.
 */
export async function betweenScriptAndLedger(): Promise<Outcome> {
  const steps = Array.from({ length: sendKills }, (_, index) => () => ({ calls: 'wait4', nth: 1 + (index % 3) }))
  const { ordered, died, balance } = await sendDeaths(steps)
  const { sentTwice, wronglyTold, uncertain } = balance
  return {
    figure: `${died} kills, ${ordered} sends: ${sentTwice.length} went twice, ${wronglyTold.length} wrongly told, ${uncertain} uncertain, and said so`,
    reached: isClean(balance),
  }
}
