/**
 * Keeps the bridge and the web process in the foreground until Ctrl-C: prints each relayed message, and ends when
 * either ends.
 */
import { exitCodes } from '../../contract/errors.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { nodeFlags } from '../node-flags.ts'
import { startService } from './processes.ts'
import { relayLine } from './relay-line.ts'
import { followRelayed } from './relay-lines.ts'

const narrowest = 80

/** Resolves with the exit code of the process that ended first. `alongside` is stopped with them. */
export async function runInForeground(
  { base, env }: { base: string; env: NodeJS.ProcessEnv },
  alongside: readonly { stop(): Promise<void> }[] = [],
): Promise<number> {
  const lines = followRelayed(serviceDir(base).journalFile, (relayed) =>
    process.stdout.write(`${relayLine(relayed, process.stdout.columns ?? narrowest)}\n`),
  )
  const bridge = startService(['bridge'], { env, flags: nodeFlags })
  const web = startService(['web'], { env, flags: nodeFlags, isShown: true })
  const stop = () => Promise.all([bridge.stop(), web.stop()])
  let isWanted = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isWanted = true
      void stop()
    })
  const code = await Promise.race([bridge.ended, web.ended])
  await stop()
  lines.stop()
  await Promise.all(alongside.map((process) => process.stop()))
  // A process that is still starting is ended by the signal itself, and then has no exit code of its own.
  return isWanted ? exitCodes.done : code
}
