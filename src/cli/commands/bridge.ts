/** `service bridge`: runs the bridge process in the foreground, as launchd starts it. */
import { Command } from 'commander'
import { boundOutput } from '../agents/bound-output.ts'
import { readEnvironment } from '../environment.ts'

export function bridgeCommand(): Command {
  return new Command('bridge')
    .description('Run the bridge in the foreground: the process that reads Messages and relays')
    .addHelpText('after', '\nExample:\n  service bridge    # ends on Ctrl-C or SIGTERM, within a second')
    .action(async () => {
      const { runBridge } = await import('../../bridge/main.ts')
      const environment = readEnvironment()
      boundOutput(environment.home, 'bridge')
      const bridge = runBridge(environment)
      // Set only now: until then a signal ends the process at once, whatever its start waits for. That costs nothing,
      // because the bridge can be killed at any time.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bridge.stop())
      await bridge.ended
    })
}
