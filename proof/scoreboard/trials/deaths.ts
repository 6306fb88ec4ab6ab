/** Kills a process again and again while people write or texts are ordered, and reports what became of them. */
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { configure } from '../../../test/harness/bridge-process.ts'
import { startTalking } from '../../../test/harness/talkers.ts'
import { type Balance, balanceOf } from '../../balance.ts'
import { chaosMac } from '../../chaos/chaos-mac.ts'
import { settledSends, startSending } from '../../sender.ts'
import { hasEnded, openWorld, type World, webOver } from '../../world.ts'

/** A moment in the life of a process. */
export interface Step {
  /** System calls, separated by commas. */
  calls: string
  /** Counts from 1. */
  nth: number
  /** Limits the calls to those that concern this file. */
  path?: string | undefined
}

/**
 * Returns the command that becomes the one after it. The process has no code for it: strace ends it before the n-th
 * call of its first thread.
 */
const dyingAt = ({ calls, nth, path }: Step): string[] => [
  'strace',
  '-D',
  '-qq',
  '-o',
  '/dev/null',
  ...(path === undefined ? [] : ['-P', path]),
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:signal=KILL:when=${nth}`,
]

/** A process that does not reach the step within this time is killed instead. */
const withinMs = 15_000

/** Resolves with whether it died as intended. */
async function died(process: Parameters<typeof hasEnded>[0]): Promise<boolean> {
  const endMs = performance.now() + withinMs
  while (!hasEnded(process) && performance.now() < endMs) await wait(10)
  return hasEnded(process)
}

export interface RelayDeaths {
  said: number
  /** The number of deaths that happened as intended. */
  died: number
  balance: Balance
}

/** Resolves with whether it died as intended. */
export type Death = (world: World) => Promise<boolean>

const talkEveryMs = 60

export async function relayDeaths(deaths: Iterable<Death>): Promise<RelayDeaths> {
  using mac = temporaryMac()
  await using world = await openWorld({ mac, config: { relay: { scope: 'everyone', poll_interval_s: 0.2 } } })
  const talkers = startTalking(mac, talkEveryMs)
  let count = 0
  try {
    for (const death of deaths) count += Number(await death(world))
  } finally {
    await talkers.stop()
  }
  if (hasEnded(world.bridge)) await world.startBridge()
  await world.untilArrived(talkers.said)
  const balance = balanceOf({ said: talkers.said, arrived: world.accepted(), ordered: new Map(), wentOut: [] })
  return { said: [...talkers.said.values()].flat().length, died: count, balance }
}

/** The bridge that dies also recovers from the death before. */
export const deathAt =
  (stepOn: (home: string) => Step): Death =>
  async (world) => {
    if (!hasEnded(world.bridge)) await world.bridge.kill()
    return died(world.launchBridge(dyingAt(stepOn(world.home))))
  }

export interface SendDeaths {
  ordered: number
  died: number
  balance: Balance
}

/** No bridge runs, which would send for the web process that dies. */
export async function sendDeaths(deaths: Iterable<(home: string) => Step>): Promise<SendDeaths> {
  using mac = chaosMac()
  const { home } = mac
  configure(home, { send: { per_minute: 10_000, confirm_timeout_s: 2 } })
  let web = webOver(home)
  const url = await web.ready()
  using sender = startSending(() => url, 0)
  let count = 0
  const startAgain = async (through: readonly string[] = []) => {
    await web.kill()
    web = webOver(home, { through, port: Number(new URL(url).port) })
  }
  for (const stepOn of deaths) {
    await startAgain(dyingAt(stepOn(home)))
    count += Number(await died(web))
  }
  await startAgain()
  await web.ready()
  await sender.stop()
  const { ordered } = await settledSends({ ordered: sender.ordered, url })
  await web.stop()
  const balance = balanceOf({ said: new Map(), arrived: [], ordered, wentOut: mac.wentOut() })
  return { ordered: ordered.size, died: count, balance }
}
