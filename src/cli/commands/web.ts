/** `service web`: runs the web process in the foreground, as launchd starts it. */

import { fstatSync } from 'node:fs'
import { Command } from 'commander'
import { names } from '../../contract/names.ts'
import type { PluginPackages } from '../../plugins/install/plugin-packages.ts'
import { boundOutput } from '../agents/bound-output.ts'
import { environmentOfNpm, readEnvironment } from '../environment.ts'
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
      const { runWeb } = await import('../../web/main.ts')
      const environment = readEnvironment()
      const packages = () => openPackages(environment.base)
      boundOutput(environment.home, 'web')
      const web = await runWeb({ ...environment, port, packages })
      // Set only now: until then a signal ends the process at once, whatever its start waits for. That costs nothing,
      // because the process can be killed at any time.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void web.stop().catch(() => undefined))
      process.stdout.write(readyLines(web))
      await web.ended
    })
}

let packages: Promise<PluginPackages> | undefined

/** Is loaded when it is first needed, which on most Macs is never. */
function openPackages(base: string): Promise<PluginPackages> {
  packages ??= Promise.all([
    import('../../plugins/install/plugin-packages.ts'),
    import('../../plugins/install/npm.ts'),
  ]).then(([{ PluginPackages }, { npmWith }]) => new PluginPackages({ base, npm: npmWith(environmentOfNpm()) }))
  return packages
}

function readyLines({ url, setupUrl }: { url: string; setupUrl: string | undefined }): string {
  const page = `  Page            ${url}/app/\n`
  if (setupUrl === undefined) return page
  // The address is a secret, and launchd keeps everything printed here in a file.
  const how = fstatSync(process.stdout.fd).isFile() ? `: ${names.command} password set` : ` at ${setupUrl}`
  return `${page}  Password        none is set; set one${how}\n`
}
