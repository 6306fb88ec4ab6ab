/** `service web`: the web process in the foreground, as launchd starts it. */
import { Command, InvalidArgumentError } from 'commander'
import { readEnvironment } from '../environment.ts'

const highestPort = 65_535

export function webCommand(): Command {
  return new Command('web')
    .description('run the web process in the foreground: the page, the API and the streams')
    .option('--port <number>', 'instead of `web.port` of config.json; 0 lets the system choose', portOf)
    .addHelpText(
      'after',
      '\nExamples:\n  service web              # ends on Ctrl-C or SIGTERM, within a second\n  service web --port 0',
    )
    .action(async ({ port }: { port?: number }) => {
      const { runWeb } = await import('../../web/main.ts')
      const web = await runWeb({ ...readEnvironment(), port })
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void web.stop())
      process.stdout.write(readyLines(web))
      await web.ended
    })
}

function portOf(given: string): number {
  const port = Number(given)
  if (/^\d+$/.test(given) && port <= highestPort) return port
  throw new InvalidArgumentError(`A port is a number from 0 to ${highestPort}.`)
}

function readyLines({ url, setupUrl }: { url: string; setupUrl: string | undefined }): string {
  const page = `  Page            ${url}/app/\n`
  return setupUrl === undefined ? page : `${page}  Password        none is set; set one at ${setupUrl}\n`
}
