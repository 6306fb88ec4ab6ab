/** `service hub`: one address for many Macs. */
import { Command } from 'commander'
import { names } from '../../contract/names.ts'
import type { HubDemo } from '../hub/demo.ts'
import { numberOption } from '../number-option.ts'
import { stopSignal } from '../until-stopped.ts'

const highestPort = 65_535

export function hubCommand(): Command {
  const hub = new Command('hub')
    .exitOverride()
    .description('One address for the messages of many Macs')
    .addHelpText('after', '\nExample:\n  service hub demo    # two simulated Macs; ends on Ctrl-C')
  return hub.addCommand(demoCommand())
}

interface DemoOptions {
  port?: number
  postgres?: string
}

const demoCommand = (): Command =>
  new Command('demo')
    .description('Try a hub with two simulated Macs on this machine; nothing of it is kept')
    .option(
      '--port <number>',
      'Port of the hub; 0 picks a free port',
      numberOption('A port is a number', 0, highestPort),
    )
    .option('--postgres <url>', 'An empty database to use instead of a PostgreSQL of its own')
    .addHelpText('after', '\nExamples:\n  service hub demo\n  service hub demo --port 8800')
    .action(async (options: DemoOptions) => {
      const { startHubDemo } = await import('../hub/demo.ts')
      using stop = stopSignal()
      const demo = await startHubDemo(options)
      process.stdout.write(introduction(demo))
      await new Promise<void>((resolve) => {
        if (stop.signal.aborted) resolve()
        stop.signal.addEventListener('abort', () => resolve())
      })
      await demo.stop()
    })

const introduction = ({ url, macs }: HubDemo): string => `
  Hub             ${url}
${macs.map(({ name, url: own }) => `  ${`Mac “${name}”`.padEnd(16)}${own}/app/`).join('\n')}
  Conversations   curl ${url}/api/v1/conversations
  Search          curl "${url}/api/v1/search?q=hello"
  Say something   ${names.command} sim receive ${macs[0]?.home} --from +12025550123 --text "Hello"
  End             Ctrl-C, which also deletes all that was made for it

`
