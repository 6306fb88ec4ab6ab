/** Lets third-party programs judge the installed service over a simulated Mac, and records the verdict of each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { hashPassword } from '../../src/web/auth/password-hash.ts'
import { toWebhook } from '../../test/harness/bridge-process.ts'
import { startReceiver } from '../../test/harness/receiver.ts'
import { keyWith, password, signedIn } from '../../test/harness/web-here.ts'
import { findProgram } from '../../test/integrations/programs.ts'
import { today } from '../machine.ts'
import { commandLine } from '../terminal.ts'
import { World } from '../world.ts'
import { age } from './age.ts'
import { eventSource, secret, standardWebhooks, svix } from './deliveries.ts'
import { generatedClient } from './generated-client.ts'
import type { Court, Judge, Verdict } from './judge.ts'
import { inspector, mcpClient } from './mcp.ts'
import { redocly, spectral } from './openapi.ts'
import { areTheTypesWrong, licences, publint } from './package.ts'
import { judgesPage, keepJudged, readJudged } from './page.ts'
import { axe, htmlValidate, lighthouseDesktop, lighthousePhone } from './pages.ts'
import { installTools } from './tools.ts'

const all: readonly Judge[] = [
  ...[redocly, spectral, generatedClient, inspector, mcpClient, standardWebhooks, svix, eventSource],
  ...[axe, lighthouseDesktop, lighthousePhone, htmlValidate, publint, areTheTypesWrong, licences, age],
]

const usage = `npm run proof -- judges [JUDGE…]

Lets programs of others examine the running service and its package, or those that are named. They are installed outside
the repository. docs/judges.md is written.

Judges: ${all.map(({ name }) => `"${name}"`).join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names } = commandLine({ usage, args, names: all.map(({ name }) => name) })
  const asked = all.filter(({ name }) => names.length === 0 || names.includes(name))
  let areClean = true
  await inCourt(async (court, rooms) => {
    for (const judge of asked) {
      const work = join(rooms, judge.name.replaceAll(' ', '-'))
      mkdirSync(work)
      const verdict = await verdictBy(judge, { ...court, work })
      areClean &&= verdict.isClean
      keepJudged({ ...readJudged(), [judge.name]: { ...verdict, on: today() } })
      process.stdout.write(`${judge.name.padEnd(20)} ${verdict.isClean ? 'clean' : 'NOT CLEAN'}  ${verdict.said}\n`)
      if (!verdict.isClean && verdict.findings !== undefined) process.stdout.write(`${verdict.findings}\n`)
    }
  })
  writeFileSync(new URL('../../docs/judges.md', import.meta.url), judgesPage(all, readJudged()))
  return areClean
}

async function verdictBy(judge: Judge, court: Court): Promise<Verdict> {
  const missing = (judge.programs ?? []).filter((program) => findProgram(program) === undefined)
  if (missing.length > 0) return { isClean: false, said: `not tried: ${missing.join(', ')} is not installed` }
  return judge.judge(court).catch((error: unknown) => ({
    ...{ isClean: false, said: 'the judge broke off' },
    findings: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
}

async function inCourt(work: (court: Omit<Court, 'work'>, rooms: string) => Promise<void>): Promise<void> {
  const folder = installTools()
  using mac = temporaryMac({ messages: 60, chats: 4 })
  const receiver = await startReceiver()
  const { relay, integrations } = toWebhook(receiver.url)
  const config = {
    ...{ relay, integrations: { webhook: { ...integrations.webhook, secret } } },
    auth: { password_hash: await hashPassword(password) },
  }
  await using world = new World(receiver, { mac, config })
  await Promise.all([world.startBridge(), world.startWeb()])
  const { url } = world
  const browser = await signedIn(url)
  const key = await keyWith({ url }, browser)
  const rooms = mkdtempSync(join(folder, 'work-'))
  try {
    const document = join(rooms, 'openapi.json')
    const response = await fetch(`${url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
    writeFileSync(document, await response.text())
    const receive = (text: string) => void mac.messages.receive({ from: '+12025550123', text })
    await work({ folder, world, receive, url, key, browser, document }, rooms)
  } finally {
    rmSync(rooms, { recursive: true, force: true })
  }
}
