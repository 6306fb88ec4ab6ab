import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { everyCommand, shapeOf } from '../../src/cli/command-shape.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { examplesIn } from '../../src/cli/test-examples.ts'
import { type Ran, runHere } from '../../src/cli/test-run-here.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { names } from '../../src/contract/names.ts'
import { newApiKey } from '../../src/store/api-keys.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { createLogger } from '../../src/store/log-file.ts'
import { serviceDir } from '../../src/store/service-dir.ts'
import { type WebHere, webHere } from '../harness/web-here.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const examples = everyCommand(shapeOf(await commandTree()))
  .flatMap(({ notes }) => examplesIn(notes))
  .flatMap((line) => line.split(' && '))
const everyExample = [...new Set(examples)]

/**
 * Examples that keep running, take minutes, contact a registry or move the service away. Each has a test of its own, in
 * which the given text occurs.
 */
const elsewhere: readonly [RegExp, file: string, named: string][] = [
  [/^service (install|uninstall|start|stop|restart)\b/, 'src/cli/commands/install.test.ts', "service('restart')"],
  [/^service up$/, 'src/cli/commands/up.test.ts', "['up']"],
  [/^service bridge$/, 'src/cli/commands/bridge.test.ts', "['bridge']"],
  [/^service web\b/, 'src/cli/commands/web.test.ts', "['web', '--port', '0'"],
  [/^service demo\b/, 'src/cli/commands/demo.test.ts', "['demo', '--dir', home]"],
  [/^service hub demo\b/, 'test/hub/demo.test.ts', "['hub', 'demo', '--port', '0'"],
  [
    /^service hub (up|web|ingest|relay|macs|lines|status)\b/,
    'test/hub/commands.test.ts',
    "['hub', 'up', '--port', '0']",
  ],
  [/^service uplink\b/, 'test/hub/commands.test.ts', "service('uplink', 'join'"],
  [/^service keys show\b/, 'test/web/key-activity.test.ts', "['keys', 'show'"],
  [/^service mcp\b/, 'test/mcp/keys.test.ts', "['mcp', '--setup'"],
  [/^service imsg rpc/, 'test/compat/imsg/verbs.test.ts', "['imsg', 'rpc']"],
  [/^service doctor --isolation/, 'src/cli/commands/doctor.test.ts', "['doctor', '--isolation']"],
  [/^service selftest($| --out| .*--send)/, 'test/selftest.test.ts', "['selftest', '--json'"],
  [/^service sim create .*--like/, 'test/selftest.test.ts', "'--like', file"],
  [/^service logs -f/, 'src/cli/commands/logs.test.ts', "['logs', '-f'"],
  [/^service sim live/, 'src/cli/commands/sim.test.ts', "['live']"],
  [/^service plugins (install|remove)/, 'test/plugins/install.test.ts', "plugins(home, 'remove'"],
  [/^service plugins try/, 'test/plugins/authors.test.ts', "['plugins', 'try'"],
  [/^service backup\b/, 'test/backup/backup.test.ts', "run('backup', '--passphrase-file'"],
  [/^service restore\b/, 'test/backup/backup.test.ts', "run('restore', '--force'"],
  [/^service themes install service-theme/, 'src/cli/commands/themes.test.ts', 'service-theme-ocean-0.1.0.tgz'],
]

/** Exit codes of the examples that fail here, since nobody sits at a terminal and no bridge runs. */
const ends: Readonly<Record<string, number>> = {
  'service setup': exitCodes.usage,
  'service status': exitCodes.notRunning,
  'service status --json | jq .bridge.state': exitCodes.notRunning,
  'service doctor': exitCodes.notRunning,
  'service doctor --wake': exitCodes.notRunning,
  'service doctor --json | jq ".checks[] | select(.ok | not)"': exitCodes.notRunning,
  'service plugins test webhook': exitCodes.usage,
  'service deliveries show 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5': exitCodes.usage,
  'service deliveries retry 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5': exitCodes.usage,
  'service deliveries skip 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5': exitCodes.usage,
  'service deliveries send-again 0c1d2e3f-4a5b-8c6d-8e7f-8091a2b3c4d5': exitCodes.usage,
  'service scheduled change 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5 --at "2026-12-24 18:00"': exitCodes.usage,
  'service scheduled change 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5 --text "See you at eight"': exitCodes.usage,
  'service scheduled send-now 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5': exitCodes.usage,
  'service scheduled cancel 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5': exitCodes.usage,
  'service outbox show 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5': exitCodes.refused,
  'service outbox release 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5 --version 5d41402abc4b2a76b9719d911017c592':
    exitCodes.refused,
  'service outbox release 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5 --version 5d41402abc4b2a76b9719d911017c592 --text "See you at eight"':
    exitCodes.refused,
  'service outbox refuse 0c1d2e3f-4a5b-4c6d-8e7f-8091a2b3c4d5': exitCodes.refused,
  'service password set': exitCodes.usage,
  'service password clear': exitCodes.usage,
}

const anna = '+12025550123'
let web: WebHere
let group: string
let config: string
let compatPort: number
let work: string

/** Replaces placeholders in examples with real values. */
const meant = (line: string): string =>
  Object.entries({
    'any;+;chat123': group,
    '0a1b2c3d': /keys (revoke|change|pause|resume)/.test(line) ? newKey() : '',
    '/tmp/mac': line.includes('sim create') ? `${join(freshFolder(), 'mac')} --messages 50` : web.mac.home,
    '--host 0.0.0.0': '--host 127.0.0.1',
    '--port 1240': `--port ${compatPort}`,
    '/tmp/old-mac': join(freshFolder(), 'mac'),
    '--messages 100000': '--messages 100',
    '--outage 20': '--outage 1',
    '--rows 5000': '--rows 50',
  }).reduce((text, [placeholder, real]) => text.replaceAll(placeholder, real), line)

const freshFolder = (): string => mkdtempSync(join(work, 'fresh-'))

function newKey(): string {
  const { stored } = newApiKey({ label: 'backup', scopes: ['read'], expiresInDays: undefined }, Date.now())
  saveConfig(config, { auth: { api_keys: [stored] } })
  return stored.id
}

const path = () => [join(web.mac.home, 'bin'), process.env.PATH].join(delimiter)

beforeAll(async () => {
  const mac = temporaryMac()
  mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna], emails: ['anna@example.org'] })
  mac.messages.receive({ from: anna, text: 'The boat, the tickets and the invoice: see you' })
  group = mac.messages.createGroup({ members: [anna, '+12025550124'], name: 'Lake trip' }).guid
  mac.messages.receive({ from: anna, chat: group, text: 'Bring the tickets' })
  const club = mac.messages.createGroup({ members: [anna, '+12025550125'], name: 'Book club' }).guid
  mac.messages.receive({ from: anna, chat: club, text: 'Chapter three' })
  const port = await unusedPort()
  compatPort = await unusedPort()
  web = await webHere({
    over: mac,
    port,
    config: {
      web: { port, allowed_hosts: ['mac.local'] },
      compat: { bluebubbles: { port: compatPort } },
      send: { per_minute: 1_000 },
      whitelist: { handles: [anna, 'anna@example.com'] },
      integrations: { webhook: { url: 'http://127.0.0.1:3000/messages' } },
    },
  })
  work = join(mac.home)
  const dir = serviceDir(join(mac.home, names.baseDirectory))
  config = dir.configFile
  createLogger({ path: dir.logFile, source: 'web', settings: () => ({ level: 'debug', max_mb: 10 }) }).info('here')
  writeFileSync(join(mac.home, 'grant.json'), JSON.stringify({ people: { only: [anna] } }))
  for (const file of ['plan.pdf', 'photo.jpg']) writeFileSync(join(mac.home, file), '%PDF-1.4')
  const shim = (name: string, text: string) => {
    writeFileSync(join(mac.home, 'bin', name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(mac.home, 'bin', name), 0o755)
  }
  shim('pass', 'echo whsec_c2VjcmV0LW9mLXRoZS10ZXN0')
  shim('service', `exec "${process.execPath}" "${join(root, 'bin', 'service.mjs')}" "$@"`)
  process.chdir(mac.home)
  await runHere(mac.home, ['themes', 'new', 'ocean'], { PATH: path() })
})

afterAll(async () => {
  process.chdir(root)
  await web?.[Symbol.asyncDispose]()
  web?.mac.close()
})

test.each(everyExample)('%s', async (example) => {
  const other = elsewhere.find(([which]) => which.test(example))
  if (other !== undefined) {
    const [, file, named] = other
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(named)
    return
  }
  const before = readFileSync(config, 'utf8')
  if (/^service \w+ new/.test(example)) process.chdir(freshFolder())
  try {
    const { status, stderr } = await runExample(meant(example))
    expect([status, stderr.includes('    at ')], stderr).toEqual([ends[example] ?? exitCodes.done, false])
  } finally {
    process.chdir(work)
    writeFileSync(config, before)
  }
})

/** Runs a single command in this process, and leaves to a shell what needs a shell. */
async function runExample(line: string): Promise<Ran> {
  const [own = '', ...reader] = line.split(/ \| (?=jq )/)
  if (/^\S+.*\| service| > |--to -/.test(own)) return inShell(line)
  const ran = await runHere(web.mac.home, wordsOf(own), { PATH: path() })
  if (reader.length === 0) return ran
  const read = await inShell(reader.join(' | '), ran.stdout)
  expect(read, line).toMatchObject({ status: 0, stderr: '' })
  return ran
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
    .slice(1)
    .map(([, one, two, bare = '']) => one ?? two ?? bare.replace(/^~/, web.mac.home))

function inShell(line: string, input = ''): Promise<Ran> {
  const { SERVICE_DIR: _, ...env } = process.env
  const script = `set -o pipefail; mkdir -p ~/.zfunc ~/.config/fish/completions; ${line}`
  return new Promise((resolve) => {
    const options = { env: { ...env, HOME: web.mac.home, PATH: path() }, cwd: work }
    const child = execFile('bash', ['-c', script], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

test('the tables name only examples that exist', () => {
  expect(Object.keys(ends).filter((example) => !everyExample.includes(example))).toEqual([])
  expect(elsewhere.filter(([which]) => !everyExample.some((example) => which.test(example)))).toEqual([])
})
