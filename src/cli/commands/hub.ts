/** `service hub`: one address for many Macs. */

import { Command } from 'commander'
import { aborted } from '../../base/pause.ts'
import { names } from '../../contract/names.ts'
import { readInput } from '../ask.ts'
import { readEnvironment, readHubBase } from '../environment.ts'
import type { HubDemo } from '../hub/demo.ts'
import { numberOption } from '../number-option.ts'
import { typed } from '../own-command.ts'
import { stopSignal } from '../until-stopped.ts'
import { hubLinesCommand } from './hub-lines.ts'
import { hubMacsCommand } from './hub-macs.ts'

const highestPort = 65_535
const highestPartition = 63

export function hubCommand(): Command {
  const hub = new Command('hub')
    .exitOverride()
    .description('One address for the messages of many Macs')
    .addHelpText(
      'after',
      `\nExamples:\n  service hub demo    # two simulated Macs; ends on Ctrl-C\n  service hub init --postgres "postgresql:///hub?host=/var/run/postgresql"\n  service hub up\n  service hub macs add home\n\nA hub has a folder of its own, ~/${names.hubDirectory}, or that of SERVICE_DIR.`,
    )
  const commands = [
    initCommand(),
    upCommand(),
    webCommand(),
    ingestCommand(),
    relayCommand(),
    statusCommand(),
    hubMacsCommand(),
    hubLinesCommand(),
    demoCommand(),
  ]
  for (const each of commands) hub.addCommand(each)
  return hub
}

interface InitOptions {
  postgres?: string
  nats?: string
  listen?: string
  macsConnectTo?: string[]
  natsCa?: string
}

const initCommand = (): Command =>
  new Command('init')
    .description('Make a hub: folder, keys and the configuration of nats-server; existing files stay')
    .option(
      '--postgres <url>',
      'Database of the hub; - reads the URL from standard input, for example if it has a password',
    )
    .option('--listen <host:port>', 'Address on which nats-server will listen, instead of 127.0.0.1:4222')
    .option('--nats <url>', 'Address at which the hub reaches nats-server, instead of nats://127.0.0.1:4222')
    .option('--macs-connect-to <url...>', 'Addresses at which Macs reach nats-server, if they differ')
    .option(
      '--nats-ca <file>',
      'File with the certificates (PEM) of the authority that signed the one of nats-server, if it is not a public one',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  service hub init --postgres "postgresql:///hub?host=/var/run/postgresql"\n' +
        '  pass show hub-database | service hub init --postgres -\n' +
        '  service hub init --listen 0.0.0.0:4222 --nats tls://hub.example.org:4222',
    )
    .action(async ({ postgres, ...rest }: InitOptions) => {
      const { makeHub, requireNoPassword } = await import('../hub/init.ts')
      if (postgres !== undefined) requireNoPassword(postgres)
      const url = postgres === '-' ? (await readInput()).trim() : postgres
      const { folder, natsConfig, isNew } = await makeHub(readHubBase(), { ...rest, postgres: url })
      process.stdout.write(`
  Folder          ${folder}    (keep it secret, and in your backups: nats/keys.json decides which Macs there are)
  nats-server     nats-server -c ${natsConfig}
  Start the hub   ${names.command} hub up
${isNew ? '' : `\n  nats.conf was there and stays as it is.${rest.listen === undefined ? '' : ' To change where nats-server listens, change `listen` in it.'}\n`}
`)
    })

interface PortOption {
  port?: number
}

const withPort = (command: Command): Command =>
  command.option(
    '--port <number>',
    'Port of the hub instead of web.port; 0 picks a free port',
    numberOption('A port is a number', 0, highestPort),
  )

const upCommand = (): Command =>
  withPort(new Command('up'))
    .description('Run the hub in the foreground: read its Macs, relay to plugins, and serve the page and the API')
    .addHelpText('after', '\nExample:\n  service hub up    # ends on Ctrl-C or SIGTERM')
    .action(({ port }: PortOption) => run({ web: { port }, relays: true }))

const webCommand = (): Command =>
  withPort(new Command('web'))
    .description('Run only the web process, beside other processes of the hub')
    .addHelpText('after', '\nExample:\n  service hub web --port 8724')
    .action(({ port }: PortOption) => run({ web: { port }, reads: [] }))

const ingestCommand = (): Command =>
  new Command('ingest')
    .description(
      'Run only what reads the Macs, beside other processes of the hub; of several that read the same, one waits',
    )
    .argument('[partition...]', 'Partitions to read; all by default', (typed: string, before: number[] = []) => [
      ...before,
      numberOption('A partition is a number', 0, highestPartition)(typed),
    ])
    .addHelpText('after', '\nExamples:\n  service hub ingest\n  service hub ingest 0 1')
    .action((partitions: number[]) => run({ reads: partitions.length === 0 ? undefined : partitions }))

const relayCommand = (): Command =>
  new Command('relay')
    .description('Run only the relay to plugins, beside other processes of the hub; of several, one works')
    .addHelpText('after', '\nExample:\n  service hub relay')
    .action(() => run({ reads: [], relays: true }))

const statusCommand = (): Command =>
  new Command('status')
    .description('Show the status of the hub: PostgreSQL, NATS, readers and relay, Macs, and problems')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service hub status\n  service hub status --json | jq .partitions\n\n' +
        'Exit code 4: PostgreSQL or NATS does not answer, or Macs are not read; 8: an alert is active (✗).',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { showHubReport } = await import('../hub/show-report.ts')
      await showHubReport({ ...readEnvironment(), base: readHubBase() }, { json })
    })

interface Parts {
  web?: { port: number | undefined }
  reads?: readonly number[] | undefined
  relays?: boolean
}

async function run(what: Parts): Promise<void> {
  const { runHub } = await import('../hub/run-hub.ts')
  using stop = stopSignal()
  const hub = await runHub({
    base: readHubBase(),
    ...what,
    tell: (line) => void process.stderr.write(`${line}\n`),
  })
  const reads = hub.partitions.length === 0 ? [] : [`  Reads           partition ${hub.partitions.join(', ')}`]
  const answers = hub.url === undefined ? [] : [`  Hub             ${hub.url}`]
  const relays = what.relays ? ['  Relays          to plugins'] : []
  process.stdout.write(`${['', ...answers, ...reads, ...relays, '  End             Ctrl-C', ''].join('\n')}\n`)
  await aborted(stop.signal)
  await hub.stop()
}

interface DemoOptions extends PortOption {
  postgres?: string
}

const demoCommand = (): Command =>
  new Command('demo')
    .description('Try a hub with two simulated Macs on this machine; nothing is kept afterwards')
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
      await aborted(stop.signal)
      await demo.stop()
    })

const introduction = ({ url, database, macs }: HubDemo): string => `
  Hub             ${url}
  Database        ${database}${database === 'PGlite' ? ', in the memory of this process: for trying only' : ''}
${macs.map(({ name, url: own }) => `  ${`Mac “${name}”`.padEnd(16)}${own}/app/`).join('\n')}
  Conversations   curl ${url}/api/v1/conversations
  Search          curl "${url}/api/v1/search?q=hello"
  Say something   ${typed} sim receive ${macs[0]?.home} --from +12025550123 --text "Hello"
  End             Ctrl-C, which also deletes all that was made for it

`
