import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { everyCommand, shapeOf } from '../../src/cli/command-shape.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { runHere } from '../../src/cli/test-run-here.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { names } from '../../src/contract/names.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { testFolders } from '../../src/store/test-folder.ts'

const folderOfTest = testFolders(onTestFinished)
const { done, unexpected, usage, notRunning, refused } = exitCodes

/** Exit codes on a machine that is not a Mac and where nothing runs: as is, and when others can read config.json. */
type Ends = readonly [nothingRuns: number, exposed: number]

/** Exit codes by the words typed, with an empty HOME folder. Nobody sits at a terminal. */
const table: Readonly<Record<string, Ends>> = {
  setup: [usage, usage],
  install: [refused, refused],
  uninstall: [done, done],
  start: [refused, refused],
  stop: [refused, refused],
  restart: [refused, refused],
  status: [notRunning, notRunning],
  doctor: [notRunning, refused],
  'selftest --only machine': [done, done],
  logs: [notRunning, notRunning],
  'send +12025550123 Hi': [notRunning, refused],
  'scheduled list': [notRunning, refused],
  'scheduled change 00000000 --at 18:00': [notRunning, refused],
  'scheduled send-now 00000000': [notRunning, refused],
  'scheduled cancel 00000000': [notRunning, refused],
  'outbox list': [notRunning, refused],
  'outbox show 00000000': [notRunning, refused],
  'outbox release 00000000 --version 0000': [notRunning, refused],
  'outbox refuse 00000000': [notRunning, refused],
  'rules list': [notRunning, refused],
  'rules compare HOME/nothing': [usage, refused],
  'people list': [notRunning, refused],
  'people separate Anna': [notRunning, refused],
  'people join Anna': [notRunning, refused],
  'search boat': [notRunning, refused],
  'imsg chats': [unexpected, unexpected],
  'config show': [done, refused],
  'config get relay': [done, refused],
  'config set relay.scope everyone': [done, refused],
  'config unset relay.scope': [done, refused],
  'config add web.allowed_hosts mac.local': [done, refused],
  'config remove web.allowed_hosts mac.local': [usage, refused],
  'export --format jsonl --to HOME/all.jsonl': [refused, refused],
  'backup --to HOME/b.tar.gz': [done, done],
  'restore HOME/nothing': [refused, refused],
  'password set': [usage, usage],
  'password clear --yes': [done, refused],
  'keys add backup': [done, refused],
  'keys list': [done, refused],
  'keys revoke 00000000': [usage, refused],
  'keys show 00000000': [notRunning, refused],
  'keys change 00000000 --grant x': [usage, usage],
  'keys pause 00000000': [usage, refused],
  'keys resume 00000000': [usage, refused],
  'compat bluebubbles enable': [done, refused],
  'compat bluebubbles disable': [done, refused],
  'compat bluebubbles status': [done, refused],
  'compat bluebubbles webhooks': [done, refused],
  'compat bluebubbles password': [done, refused],
  'plugins list': [done, refused],
  'plugins enable webhook': [usage, refused],
  'plugins enable content_filter': [done, refused],
  'plugins disable webhook': [done, refused],
  'plugins pause webhook': [done, refused],
  'plugins resume webhook': [done, refused],
  'plugins test webhook': [usage, refused],
  'plugins dead webhook': [done, refused],
  'plugins install HOME/nothing': [usage, refused],
  'plugins remove nothing': [usage, refused],
  'plugins new HOME/say_hello': [done, done],
  'deliveries list': [done, refused],
  'deliveries show 00000000': [usage, refused],
  'deliveries retry 00000000': [usage, refused],
  'deliveries skip 00000000': [usage, refused],
  'deliveries send-again 00000000': [usage, refused],
  'uplink join https://127.0.0.1:9 0000-0000-0000': [refused, refused],
  'uplink status': [usage, usage],
  'uplink leave': [usage, usage],
  'hub init --postgres postgresql://127.0.0.1:9/hub': [done, done],
  'hub status': [usage, usage],
  'hub macs add home': [usage, usage],
  'hub macs list': [usage, usage],
  'hub macs code home': [usage, usage],
  'hub macs rename home Hall': [usage, usage],
  'hub macs revoke home': [usage, usage],
  'hub lines list': [usage, usage],
  'hub lines default home': [usage, usage],
  'hub lines rename home Hall': [usage, usage],
  'themes list': [done, done],
  'themes install HOME/nothing': [usage, usage],
  'themes remove nothing': [usage, usage],
  'themes new HOME/ocean': [done, done],
  'completions fish': [done, done],
  'sim create HOME/mac --messages 0': [done, done],
  'sim receive HOME/nothing --from +12025550123 --text Hi': [usage, usage],
  'sim play HOME/nothing burst': [usage, usage],
  'sim fault HOME/nothing': [usage, usage],
}

/** These commands run until they are ended; each has tests of its own. */
const goOn = [
  'up',
  'bridge',
  'web',
  'mcp',
  'demo',
  'hub demo',
  'hub up',
  'hub web',
  'hub ingest',
  'hub relay',
  'uplink run',
  'sim live',
  'plugins try',
]

test('the table lists every command', async () => {
  const leaves = everyCommand(shapeOf(await commandTree())).filter(({ commands }) => commands.length === 0)
  const known = [...goOn, ...Object.keys(table)]
  const stands = (words: string) => known.some((typed) => `${typed} `.startsWith(`${words} `))
  expect(leaves.map(({ path }) => path.slice(1).join(' ')).filter((words) => !stands(words))).toEqual([])
})

test('each command ends with the code that says why', async () => {
  const port = await unusedPort()
  for (const [typed, [nothingRuns, exposed]] of Object.entries(table))
    for (const [mode, code] of [[0o600, nothingRuns] as const, [0o644, exposed] as const]) {
      const home = folderOfTest()
      const dir = serviceDir(join(home, names.baseDirectory))
      prepareServiceDir(dir)
      saveConfig(dir.configFile, { web: { port } })
      chmodSync(dir.configFile, mode)
      const args = typed.replaceAll('HOME', home).split(' ')
      const { status, stderr } = await runHere(home, args, { PATH: '/nowhere' })
      expect([typed, mode.toString(8), status], stderr).toEqual([typed, mode.toString(8), code])
      // A failure is reported as a sentence, never as a stack trace.
      expect(stderr).not.toMatch(/^\s+at /m)
    }
})
