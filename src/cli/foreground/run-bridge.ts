/** Keeps the bridge in the foreground until Ctrl-C: starts it, shows each relayed message as a line, ends with its exit code. */
import { bridgeNodeFlags } from '../../bridge/node-flags.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { startService } from './processes.ts'
import { relayLine } from './relay-line.ts'
import { followRelayed } from './relay-lines.ts'

const narrowest = 80

/** Resolves with the exit code of the bridge. `alongside` is stopped with it. */
export async function runInForeground(
  { base, env }: { base: string; env: NodeJS.ProcessEnv },
  alongside: readonly { stop(): Promise<void> }[] = [],
): Promise<number> {
  const lines = followRelayed(serviceDir(base).journalFile, (relayed) =>
    process.stdout.write(`${relayLine(relayed, process.stdout.columns ?? narrowest)}\n`),
  )
  const bridge = startService(['bridge'], { env, flags: bridgeNodeFlags })
  const stop = () => void bridge.stop()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const code = await bridge.ended
  lines.stop()
  await Promise.all(alongside.map((process) => process.stop()))
  return code
}
