/** Lets third-party programs judge a real service over a simulated Mac, and records the verdict of each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyWith, signedIn } from '../../test/harness/web-here.ts'
import { webProcess } from '../../test/harness/web-process.ts'
import { today } from '../machine.ts'
import { commandLine } from '../terminal.ts'
import { generatedClient } from './each/generated-client.ts'
import { redocly } from './each/redocly.ts'
import { spectral } from './each/spectral.ts'
import type { Judge } from './judge.ts'
import { type Judged, judgesPage } from './page.ts'
import { installTools } from './tools.ts'

const all: readonly Judge[] = [redocly, spectral, generatedClient]

const page = new URL('../../docs/judges.md', import.meta.url)

const usage = `npm run proof -- judges [JUDGE…]

Lets programs of others examine the running service and its package, or those that are named. They are installed outside
the repository. When all ran, docs/judges.md is written.

Judges: ${all.map(({ name }) => name).join(', ')}`

/** The page is written when all judges ran. */
export async function prove(args: readonly string[]): Promise<boolean> {
  const { names } = commandLine({ usage, args, names: all.map(({ name }) => name) })
  const asked = all.filter(({ name }) => names.length === 0 || names.includes(name))
  const judged = await askEach(asked)
  for (const { judge, verdict } of judged) {
    process.stdout.write(`${judge.name.padEnd(20)} ${verdict.isClean ? 'clean' : 'NOT CLEAN'}  ${verdict.said}\n`)
    if (!verdict.isClean && verdict.findings !== undefined) process.stdout.write(`${verdict.findings}\n`)
  }
  if (names.length === 0) writeFileSync(page, judgesPage(judged, today()))
  return judged.every(({ verdict }) => verdict.isClean)
}

async function askEach(asked: readonly Judge[]): Promise<Judged[]> {
  const folder = installTools()
  await using web = await webProcess({ mac: { messages: 60, chats: 4 } })
  const key = await keyWith(web, await signedIn(web.url))
  const rooms = mkdtempSync(join(folder, 'work-'))
  try {
    const document = join(rooms, 'openapi.json')
    const response = await fetch(`${web.url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
    writeFileSync(document, await response.text())
    const judged: Judged[] = []
    for (const judge of asked) {
      const work = join(rooms, judge.name.replaceAll(' ', '-'))
      mkdirSync(work)
      judged.push({ judge, verdict: await judge.judge({ folder, work, url: web.url, key, document }) })
    }
    return judged
  } finally {
    rmSync(rooms, { recursive: true, force: true })
  }
}
