/** Sends awkward texts, addresses and paths to a program in the place of osascript that records what it receives. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pick, seededRandom } from '../../../simulator/random.ts'
import type { ChatGuid, Handle } from '../../../src/contract/ids.ts'
import { runScript } from '../../../src/mac/run-script.ts'
import type { Route } from '../../../src/sending/decisions/route-plan.ts'
import { scriptFile, scriptRun, scripts } from '../../../src/sending/messages/script-run.ts'
import { awkwardText } from '../../../src/sending/messages/test-awkward-text.ts'
import type { Outcome } from '../row.ts'

const tries = 10_000
const deadlineMs = 60_000
const services = ['iMessage', 'SMS', 'RCS'] as const

export async function textsToScripts(): Promise<Outcome> {
  const allScripts = (Object.keys(scripts) as (keyof typeof scripts)[]).map(scriptFile)
  const hashes = () => allScripts.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'))
  const folder = mkdtempSync(join(tmpdir(), 'osascript-'))
  const osascript = join(folder, 'osascript')
  writeFileSync(osascript, `#!/bin/sh\ncd '${folder}'\nprintf '%s\\0' "$@" > arguments\n`, { mode: 0o700 })
  const before = hashes()
  const random = seededRandom('scripts')
  let [other, strange] = [0, 0]
  for (let turn = 0; turn < tries; turn++) {
    const content = turn % 2 === 0 ? { text: awkwardText(random) } : { path: awkwardText(random) }
    const args = scriptRun(content, routeTo(awkwardText(random), random))
    if (args === undefined) throw new Error('a text that can be an argument was refused')
    if (!allScripts.includes(args[0] ?? '')) strange++
    await runScript({ osascript, args, deadlineMs })
    const expected = Buffer.from(args.map((argument) => `${argument}\0`).join(''))
    if (!readFileSync(join(folder, 'arguments')).equals(expected)) other++
  }
  rmSync(folder, { recursive: true, force: true })
  const changed = before.filter((hash, at) => hash !== hashes()[at]).length
  return {
    figure: `${tries.toLocaleString('en')} calls: ${other} arrived other than they were, ${strange} ran another script, ${changed} scripts changed`,
    reached: other + strange + changed === 0,
  }
}

function routeTo(address: string, random: () => number): Route {
  if (random() < 0.5) return { by: 'chat', guid: address as ChatGuid }
  return { by: 'participant', service: pick(random, services), handle: address as Handle }
}
