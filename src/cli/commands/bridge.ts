/** `service bridge`: the bridge process in the foreground, as launchd starts it. */
import { Command } from 'commander'
import { boundOutput } from '../agents/bound-output.ts'
import { readEnvironment } from '../environment.ts'

export function bridgeCommand(): Command {
  return new Command('bridge')
    .description('run the bridge in the foreground: the process that reads Messages and relays')
    .addHelpText('after', '\nExample:\n  service bridge    # ends on Ctrl-C or SIGTERM, within a second')
    .action(async () => {
      const { runBridge } = await import('../../bridge/main.ts')
      const environment = readEnvironment()
      boundOutput(environment.home, 'bridge')
      // Beforehand: one that comes while it starts ends it in good order as well.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bridge.stop())
      const bridge = runBridge(environment)
      await bridge.ended
    })
}
