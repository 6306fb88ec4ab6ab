/** `service web`: runs the web process in the foreground, as launchd starts it. */
import { Command } from 'commander'
import { boundOutput } from '../agents/bound-output.ts'
import { readEnvironment } from '../environment.ts'
import { readyLines, startWebHere } from '../foreground/web-here.ts'
import { numberOption } from '../number-option.ts'

const highestPort = 65_535

export function webCommand(): Command {
  return new Command('web')
    .description('Run the web process in the foreground: page, API and event streams')
    .option(
      '--port <number>',
      'Port to listen on instead of web.port; 0 picks a free port',
      numberOption('A port is a number', 0, highestPort),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  service web              # ends on Ctrl-C or SIGTERM, within a second\n  service web --port 0',
    )
    .action(async ({ port }: { port?: number }) => {
      boundOutput(readEnvironment().home, 'web')
      const web = await startWebHere(port)
      // Set only now: until then a signal ends the process at once, whatever its start waits for. That costs nothing,
      // because the process can be killed at any time.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void web.stop().catch(() => undefined))
      process.stdout.write(readyLines(web))
      await web.ended
    })
}
