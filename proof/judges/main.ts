/** Lets third-party programs judge the installed service over a simulated Mac, and records the verdict of each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { hashPassword } from '../../src/web/auth/password-hash.ts'
import { toWebhook } from '../../test/harness/bridge-process.ts'
import { startReceiver } from '../../test/harness/receiver.ts'
import { keyWith, password, signedIn } from '../../test/harness/web-here.ts'
import { hubOfOne } from '../hub-of-one.ts'
import { writePages } from '../pages.ts'
import { commandLine } from '../terminal.ts'
import { type Trial, tryAll } from '../trials.ts'
import { World } from '../world.ts'
import { secret } from './deliveries.ts'
import { type Court, judgesRecord, ofHub, type Verdict } from './judge.ts'
import { judges } from './judges.ts'
import { installTools } from './tools.ts'

const all = judges.map(({ name }) => name)
const ofHubs = judges.filter(({ isForHubs }) => isForHubs).map(({ name }) => name)
const usage = `npm run proof -- judges [--hub] [JUDGE…]

Lets programs of others examine the running service and its package, or those that are named. They are installed outside
the repository. docs/judges.md is written.

  --hub  they examine a hub that has the Mac, as far as that is another thing

Judges: ${all.map((name) => `"${name}"`).join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names, values } = commandLine({ usage, args, options: { hub: { type: 'boolean' } }, names: all })
  const isHub = values.hub === true
  const asked = judges.filter(
    ({ name }) => (names.length === 0 || names.includes(name)) && (!isHub || ofHubs.includes(name)),
  )
  let areClean = true
  await inCourt(isHub, async (court, rooms) => {
    const trials = asked.map(
      ({ name, programs = [], judge }): Trial<Verdict> => ({
        name: isHub ? ofHub(name) : name,
        async run() {
          const missing = programs.filter((program) => findProgram(program) === undefined)
          if (missing.length > 0) throw new Error(`${missing.join(', ')} is not installed`)
          const work = join(rooms, name.replaceAll(' ', '-'))
          mkdirSync(work)
          return judge({ ...court, work })
        },
      }),
    )
    const entries = await tryAll({
      trials,
      format: ({ isClean, said, findings = '' }, { trial }) =>
        `${trial.padEnd(20)} ${isClean ? 'clean' : `NOT CLEAN  ${said}\n${findings}`}`,
      keep({ outcome, ...entry }) {
        const verdict = outcome && { isClean: outcome.isClean, said: outcome.said }
        judgesRecord.keep({ ...entry, ...(verdict && { outcome: verdict }) }, [...all, ...ofHubs.map(ofHub)])
        writePages()
      },
    })
    areClean = entries.every(({ outcome }) => outcome?.isClean)
  })
  return areClean
}

async function inCourt(
  isHub: boolean,
  work: (court: Omit<Court, 'work'>, rooms: string) => Promise<void>,
): Promise<void> {
  const folder = installTools()
  using mac = temporaryMac({ messages: 60, chats: 4 })
  const receiver = await startReceiver()
  const { relay, integrations } = toWebhook(receiver.url)
  const relaying = { relay, integrations: { webhook: { ...integrations.webhook, secret } } }
  const auth = { password_hash: await hashPassword(password) }
  const config = isHub ? { relay, integrations: { webhook: { enabled: false } }, auth } : { ...relaying, auth }
  await using world = new World(receiver, { mac, config })
  await Promise.all([world.startBridge(), world.startWeb()])
  await using hub = isHub ? await hubOfOne({ home: mac.home, url: world.url }, relaying) : undefined
  const url = hub?.url ?? world.url
  const browser = await signedIn(url)
  const key = await keyWith({ url }, browser)
  const rooms = mkdtempSync(join(folder, 'work-'))
  try {
    const document = join(rooms, 'openapi.json')
    const response = await fetch(`${url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
    writeFileSync(document, await response.text())
    const receive = (text: string) => void mac.messages.receive({ from: '+12025550123', text })
    const environment: Court['environment'] =
      hub === undefined ? { HOME: world.home } : { HOME: hub.home, SERVICE_DIR: hub.base }
    await work({ folder, world, environment, isHub, receive, url, key, browser, document }, rooms)
  } finally {
    rmSync(rooms, { recursive: true, force: true })
  }
}
