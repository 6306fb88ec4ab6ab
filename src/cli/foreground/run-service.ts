/**
 * Keeps the bridge and the web process in the foreground until Ctrl-C: prints each relayed message, and ends when
 * either ends.
 */
import { SteadyTimer } from '../../base/steady-timer.ts'
import { exitCodes } from '../../contract/errors.ts'
import { type RelayedMessage, readRelayed } from '../../store/journal/relayed.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { nodeFlags, webFlags } from '../node-flags.ts'
import { type ForegroundProcess, startService } from './processes.ts'
import { relayLine } from './relay-line.ts'
import { readyLines, startWebHere } from './web-here.ts'

const narrowest = 80

interface Foreground {
  base: string
  env: NodeJS.ProcessEnv
  /** Whether this process, which has the flags for it, becomes the web process: another would take memory for itself. */
  isWeb?: boolean
}

/** Resolves with the exit code of the process that ended first. `alongside` is stopped with them. */
export async function runInForeground(
  { base, env, isWeb = false }: Foreground,
  alongside: readonly { stop(): Promise<unknown> }[] = [],
): Promise<number> {
  const bridge = startService(['bridge'], { env, flags: nodeFlags })
  const ofWeb = isWeb ? await webBeside(bridge) : startService(['web'], { env, flags: webFlags, isShown: true })
  const lines = followRelayed(serviceDir(base).journalFile, (relayed) =>
    process.stdout.write(`${relayLine(relayed, process.stdout.columns ?? narrowest)}\n`),
  )
  const stop = () => Promise.all([bridge.stop(), ofWeb.stop()])
  let isWanted = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isWanted = true
      void stop()
    })
  if ('sayReady' in ofWeb) ofWeb.sayReady()
  const code = await Promise.race([bridge.ended, ofWeb.ended])
  await stop()
  lines.stop()
  await Promise.all(alongside.map((process) => process.stop()))
  // A process that is still starting is ended by the signal itself, and then has no exit code of its own.
  return isWanted ? exitCodes.done : code
}

async function webBeside(bridge: ForegroundProcess) {
  try {
    const web = await startWebHere()
    return {
      // Rejects where something could not be closed, which is told then.
      ended: web.ended.then(() => exitCodes.done),
      stop: () => web.stop().catch(() => undefined),
      sayReady: () => void process.stdout.write(readyLines(web)),
    }
  } catch (error) {
    await bridge.stop()
    throw error
  }
}

/** The web process, which this one may be, looks around as often, and at the same moments. */
const pollMs = 500
/** A delivery that takes longer is reported as pending. */
const patienceMs = 3_000
const most = 200

interface RelayLines {
  stop(): void
}

/** Reports each relayed message once its deliveries are settled, or after a moment as they are. */
function followRelayed(journalFile: string, tell: (relayed: RelayedMessage) => void): RelayLines {
  const reader = readRelayed(journalFile)
  let position: number | undefined
  let waitingSinceMs: number | undefined
  let rest: NodeJS.Immediate | undefined

  const poll = () => {
    clearImmediate(rest)
    position ??= reader.end()
    if (position === undefined) return
    const found = reader.after(position, most)
    for (const relayed of found) {
      const isUnderWay = relayed.deliveries.some(({ state }) => state === 'pending')
      waitingSinceMs ??= Date.now()
      if (isUnderWay && Date.now() - waitingSinceMs < patienceMs) return
      waitingSinceMs = undefined
      position = relayed.position
      tell(relayed)
    }
    // The rest of a burst is printed without waiting for the next poll.
    if (found.length === most) rest = setImmediate(poll)
  }
  const timer = new SteadyTimer(pollMs, poll)
  return {
    stop() {
      timer.stop()
      clearImmediate(rest)
      reader.close()
    },
  }
}
