/** Runs every attack where a plugin would run, each in its own process, and reports which ones succeeded. */

import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../base/clock.ts'
import { silentLog } from '../../../contract/log-entry.ts'
import { PluginLog } from '../../plugin-log.ts'
import { RunnerProcess } from '../../runner-process.ts'
import type { Wall } from '../wall.ts'
import type { Attack, Targets } from './attack.ts'
import { attacks } from './attacks.ts'
import { needsWall } from './needs-wall.ts'
import { type GroundOptions, layOut } from './targets.ts'

export interface AttackResult {
  name: string
  what: string
  /** Declared by the attack: without an OS sandbox it passes. */
  needs_wall: boolean
  /** An attack without an answer proves nothing: it may never have begun. */
  outcome: 'held' | 'passed' | 'unknown'
  /** The wall that stopped the attack, or the reason why it passed. */
  because: string
}

const atOnce = 4
/** An attack without an answer by then proves nothing, and a busy Mac takes its time to start one. */
const patienceMs = 60_000

export const everyAttack: readonly string[] = Object.keys(attacks)

export async function runCorpus(wall: Wall, options: GroundOptions, names = everyAttack): Promise<AttackResult[]> {
  const ground = await layOut(options)
  const open = [...names]
  const results = new Map<string, AttackResult>()
  /** The cache that the first attack, which runs on its own, has filled. */
  let compiled: string | undefined
  const next = async (): Promise<boolean> => {
    const name = open.shift()
    if (name === undefined) return false
    const attack = attacks[name] as Attack
    const { what } = attack
    const targets = ground.targetsOf(name, attack)
    const cacheDir = cacheOf(targets, compiled)
    const ending = await attempt({ name, targets, cacheDir }, wall)
    compiled ??= cacheDir
    results.set(name, { name, what, needs_wall: needsWall(attack), ...ending })
    return true
  }
  const work = async (): Promise<void> => {
    while (await next());
  }
  try {
    await next()
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await ground.clear()
  }
  return names.flatMap((name) => results.get(name) ?? [])
}

type Ending = Pick<AttackResult, 'outcome' | 'because'>

interface Attempt {
  name: string
  targets: Targets
  cacheDir: string
}

/** Copies the compiled code, because compiling our own code for each attack would take longer than the attack. */
function cacheOf({ dataDir }: Targets, compiled: string | undefined): string {
  const cacheDir = join(dataDir, 'cache')
  mkdirSync(cacheDir)
  if (compiled !== undefined) cpSync(compiled, cacheDir, { recursive: true })
  return cacheDir
}

function attempt({ name, targets, cacheDir }: Attempt, wall: Wall): Promise<Ending> {
  return new Promise((resolve) => {
    let ending: Ending | undefined
    const { dataDir, codeDir, egressSocket } = targets
    const runner = new RunnerProcess({
      sandbox: { readable: [codeDir], dataDir, cacheDir, egressSocket, entry: 'isolation/corpus/main' },
      wall,
      log: new PluginLog(silentLog, systemClock.monotonicMs),
      clock: systemClock,
      onFrame(frame) {
        if (frame.type === 'log') ending = endingIn(frame.msg) ?? ending
      },
      onExit(reason) {
        clearTimeout(late)
        if (isPolluted()) resolve({ outcome: 'passed', because: 'objects of the bridge were changed' })
        else resolve(ending ?? { outcome: 'unknown', because: reason })
      },
    })
    const late = setTimeout(() => runner.kill('it did not end'), patienceMs)
    const settings = { ...targets }
    runner.send({ type: 'init', entry: '', name, tier: 'official', is_bundled: false, settings, data_dir: dataDir })
  })
}

function endingIn(msg: string): Ending | undefined {
  try {
    const { passed, because } = JSON.parse(msg) as { passed: boolean; because: string }
    return { outcome: passed ? 'passed' : 'held', because: String(because) }
  } catch {
    return undefined
  }
}

const isPolluted = (): boolean => 'conquered' in {} || 'conquered' in Function
