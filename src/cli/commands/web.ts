/** `service web`: runs the web process in the foreground, as launchd starts it. */

import { fstatSync } from 'node:fs'
import { Command } from 'commander'
import { names } from '../../contract/names.ts'
import { boundOutput } from '../agents/bound-output.ts'
import { readEnvironment } from '../environment.ts'
import { numberOption } from '../number-option.ts'

const highestPort = 65_535

export function webCommand(): Command {
  return new Command('web')
    .description('run the web process in the foreground: the page, the API and the streams')
    .option(
      '--port <number>',
      'instead of `web.port` of config.json; 0 lets the system choose',
      numberOption('A port is a number', 0, highestPort),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  service web              # ends on Ctrl-C or SIGTERM, within a second\n  service web --port 0',
    )
    .action(async ({ port }: { port?: number }) => {
      const { runWeb } = await import('../../web/main.ts')
      const environment = readEnvironment()
      boundOutput(environment.home, 'web')
      const web = await runWeb({ ...environment, port })
      // Set only now: until then a signal ends the process at once, whatever its start waits for. That costs nothing,
      // because the process can be killed at any time.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void web.stop().catch(() => undefined))
      process.stdout.write(readyLines(web))
      await web.ended
    })
}

function readyLines({ url, setupUrl }: { url: string; setupUrl: string | undefined }): string {
  const page = `  Page            ${url}/app/\n`
  if (setupUrl === undefined) return page
  // The address is a secret, and launchd keeps everything printed here in a file.
  const how = fstatSync(process.stdout.fd).isFile() ? `: ${names.command} password set` : ` at ${setupUrl}`
  return `${page}  Password        none is set; set one${how}\n`
}
