/** Lets people talk on a simulated Mac, and reply to what they are sent, until the signal is given. */
import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Mac, openMac } from '../mac.ts'
import { chatDbPath } from '../paths.ts'
import { type Random, seededRandom } from '../random.ts'
import type { LiveEvent } from './live-event.ts'
import { somethingHappens } from './moments.ts'
import { outboxOf } from './outbox.ts'
import { comeAlive, fallSilent } from './presence.ts'
import { worldOn } from './world.ts'

export interface LiveOptions {
  /** Average number of moments per minute. */
  readonly rate?: number
  readonly seed?: number
  /** Probability, 0 to 1, that the recipient's phone is off. */
  readonly outOfReach?: number
  readonly signal: AbortSignal
  readonly onEvent?: (event: LiveEvent) => void
  readonly onTrouble?: (error: unknown) => void
}

const DEFAULT_RATE_PER_MINUTE = 15
const DEFAULT_OUT_OF_REACH = 0.06
const TICK_MS = 100
/** A Mac that slept catches up on no more than this time. */
const CAUGHT_UP_MS = 1000
const MINUTE_MS = 60_000

/** Resolves once the signal is given. */
export async function liveTalk(mac: Mac, options: LiveOptions): Promise<void> {
  const { rate = DEFAULT_RATE_PER_MINUTE, seed = Date.now(), signal, onTrouble = () => undefined } = options
  const random = seededRandom(`live ${seed}`)
  const opened = followingFile(mac)
  const world = worldOn({
    mac,
    messages: opened.messages,
    random,
    now: Date.now,
    outOfReach: options.outOfReach ?? DEFAULT_OUT_OF_REACH,
    onEvent: options.onEvent ?? (() => undefined),
  })
  const lookIntoOutbox = outboxOf(world)
  let nextMs = Date.now() + interval(random, rate)
  comeAlive(mac.home)
  try {
    while (await ticked(signal)) {
      try {
        opened.refresh()
        lookIntoOutbox()
        world.catchUp(Date.now())
        const nowMs = Date.now()
        for (nextMs = Math.max(nextMs, nowMs - CAUGHT_UP_MS); nextMs <= nowMs; nextMs += interval(random, rate))
          somethingHappens(world)
      } catch (error) {
        // A locked or missing database is temporary, so people go on talking afterwards.
        onTrouble(error)
      }
    }
  } finally {
    fallSilent(mac.home)
    opened.close()
  }
}

/** Returns an exponential interval, since talk comes in clusters and pauses, like arrivals. */
const interval = (random: Random, rate: number): number => (-Math.log(1 - random()) * MINUTE_MS) / rate

async function ticked(signal: AbortSignal): Promise<boolean> {
  await pause(TICK_MS, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Opens chat.db again when another file has taken its place. */
function followingFile(mac: Mac) {
  let current = mac
  let inode = statSync(chatDbPath(mac.home)).ino
  const close = () => {
    if (current !== mac) current.close()
  }
  return {
    messages: () => current.messages,
    refresh() {
      const found = statSync(chatDbPath(mac.home)).ino
      if (found === inode) return
      close()
      current = openMac(mac.home)
      inode = found
    },
    close,
  }
}
