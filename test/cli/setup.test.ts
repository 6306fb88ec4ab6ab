import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnvironment } from '../../src/cli/environment.ts'
import { withLocalService } from '../../src/cli/local-service.ts'
import { interview } from '../../src/cli/setup/interview.ts'
import { runHere } from '../../src/cli/test-run-here.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { loadConfig } from '../../src/store/config-in-force.ts'
import { setupNote } from '../../src/store/setup-note.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { verifyPassword } from '../../src/web/auth/password-hash.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { startReceiver } from '../harness/receiver.ts'

const folderOfTest = testFolders(onTestFinished)
const password = 'a horse that is correct'

/** An answer is typed, or something else that is done. */
type Script = (readonly [question: RegExp, answer: string | (() => void)])[]

/** Somebody at a terminal who answers each question as it is asked. */
function person(script: Script) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} })
  const output = new PassThrough()
  let [shown, unread] = ['', '']
  output.on('data', (chunk) => {
    shown += chunk
    unread += chunk
    const [next] = script
    if (next === undefined || !next[0].test(unread)) return
    script.shift()
    unread = ''
    const answer = next[1]
    setImmediate(() => (typeof answer === 'string' ? input.write(`${answer}\r`) : answer()))
  })
  return { terminal: { input, output }, shown: () => shown }
}

async function setUp(home: string, script: Script): Promise<string> {
  vi.stubEnv('HOME', home)
  vi.stubEnv('SERVICE_DIR', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { terminal, shown } = person(script)
  await withLocalService((service) => interview({ service, environment: readEnvironment(), terminal }))
  expect(script).toEqual([])
  return shown()
}

test('the command asks the same questions as the page, names wrong answers, and changes only what is answered', async () => {
  await using bridge = await bridgeHere()
  await using receiver = await startReceiver()
  const { home } = bridge.mac
  const dir = dirOf(home)
  const config = () => loadConfig(dir).config
  const receive = (from: string, text: string) => void bridge.mac.messages.receive({ from, text })
  vi.stubEnv('HOME', home)
  await withLocalService(async ({ settings }) => {
    settings.change(() => ({ relay: { scope: 'whitelist' }, integrations: { webhook: null } }))
  })

  const fresh = await setUp(home, [
    [/Choice \[1\]: /, '7'],
    [/“7” is not a number from 1 to 3\..*Choice \[1\]: /s, '1'],
    [/Add a phone number/, 'Anna'],
    [/“Anna” is not a phone number.*Add a phone number/s, '+1 202 555 0123'],
    [/\+12025550123 is chosen\..*Add a phone number/s, ''],
    [/1 {2}Webhook.*Choice \[later\]: /s, '1'],
    [/URL: /, 'not a url'],
    [/Save and turn on\?/, ''],
    [/integrations\.webhook\.url.*URL: /s, receiver.url],
    [/Save and turn on\?/, ''],
    [/Webhook is on\..*Send a test\?/s, ''],
    [/webhook delivered the test: answered 204 in \d+ ms\..*Set a password\?/s, 'y'],
    [/New password: /, 'short'],
    [/fewer than 10.*New password: /s, password],
    [/Once more: /, password],
    [/on its way to Webhook\..*Waiting for a message\./s, () => receive('+12025550199', 'Not for you')],
    [/its sender isn’t chosen\./, () => receive('+12025550123', 'Hello')],
  ])
  expect(fresh).toMatch(/Received [\d:]+ · relayed [\d:]+ · Webhook answered 204 in \d+ ms\s+Your relay works\./)
  expect(fresh).toContain('Setup is complete.')
  expect(fresh).not.toContain(password)
  expect(receiver.delivered).toMatchObject([{ body: { is_test: true } }, { body: { text: 'Hello' } }])
  const before = config()
  expect(before).toMatchObject({
    relay: { scope: 'whitelist' },
    whitelist: { handles: ['+12025550123'] },
    integrations: { webhook: { enabled: true, url: receiver.url } },
  })
  expect(await verifyPassword(password, before.auth.password_hash ?? undefined)).toBe(true)
  expect(setupNote(dir.setupFile).progress()).toMatchObject({ exposure_seen: true, finished: true })

  const again = await setUp(home, [
    [/Choice \[1\]: /, ''],
    [/Chosen: \+12025550123.*Add a phone number/s, ''],
    [/Webhook[^\n]*\(on\).*Choice \[keep\]: /s, ''],
    [/A password is set\..*Change the password\?/s, ''],
    [/Press Return to finish without/, ''],
  ])
  expect(again).toContain('Setup is complete.')
  expect(config()).toEqual(before)
})

test('without a terminal the command lists the commands to type instead', async () => {
  const { status, stderr } = await runHere(folderOfTest(), ['setup'])
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toContain('service config set relay.scope contacts')
})
