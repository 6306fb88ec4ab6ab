/** Runs the steps of one leg in a fresh clone, as a runner of GitHub does. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../../test/harness/built.ts'
import type { Step } from '../../test/harness/workflows.ts'
import { run } from '../program.ts'
import { standInOf } from './actions.ts'
import type { Expressions } from './expressions.ts'
import { whyNotHere } from './left-out.ts'
import type { Leg } from './legs.ts'
import { StepFailed } from './step-failed.ts'

export interface Outcome {
  leg: string
  step: string
  /** A step that was left out has a reason; one that failed, what it printed last. */
  is: 'done' | 'failed' | 'left out'
  because?: string
  seconds: number
}

export interface Here {
  expressions: Expressions
  artifacts: string
  /** The jobs of which a step has failed. */
  failedJobs: readonly string[]
  /** Names of steps that whoever runs this does not want. */
  skipped: readonly string[]
  /** Makes of a clone what the tag would name. */
  release(folder: string): void
  tell(outcome: Outcome): void
}

const lastLines = 30

export async function runLeg(leg: Leg, here: Here): Promise<Outcome[]> {
  const work = mkdtempSync(join(tmpdir(), 'workflow-'))
  const folder = join(work, 'local-messaging-relay')
  const outcomes: Outcome[] = []
  try {
    const { stderr, status } = await run(['git', 'clone', '--quiet', root, folder])
    if (status !== 0) throw new Error(stderr)
    here.release(folder)
    const env = environment(work, leg)
    for (const step of leg.steps) {
      const began = performance.now()
      const told = {
        leg: leg.name,
        step: step.name,
        ...(await outcomeOf(step, { ...here, leg, folder, env, outcomes })),
      }
      const outcome = { ...told, seconds: Math.round((performance.now() - began) / 1000) }
      outcomes.push(outcome)
      here.tell(outcome)
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return outcomes
}

interface Ground extends Here {
  leg: Leg
  folder: string
  env: NodeJS.ProcessEnv
  outcomes: readonly Outcome[]
}

async function outcomeOf(step: Step, ground: Ground): Promise<Pick<Outcome, 'is' | 'because'>> {
  const { leg, expressions, folder, env, outcomes, skipped, failedJobs } = ground
  const leftOut = (because: string) => ({ is: 'left out', because }) as const
  if (skipped.includes(step.name)) return leftOut('as asked')
  const failed = leg.needs.filter((job) => failedJobs.includes(job))
  if (failed.length > 0) return leftOut(`${failed.join(', ')} failed`)
  if (!expressions.holds(leg.condition, leg.contexts, false)) return leftOut(`the job runs only if ${leg.condition}`)
  const hasFailed = outcomes.some(({ is }) => is === 'failed')
  if (!expressions.holds(step.if, leg.contexts, hasFailed))
    return leftOut(hasFailed ? 'a step before it failed' : `it runs only if ${step.if}`)
  try {
    if (step.run !== undefined) {
      const reason = whyNotHere(step.run, folder)
      if (reason !== undefined) return leftOut(reason)
      await runScript(step, ground)
      return { is: 'done' }
    }
    const standIn = standInOf(step.uses ?? '')
    if (standIn === undefined) return leftOut(`only GitHub can run ${step.uses}`)
    const input = Object.entries(step.with ?? {}).map(([key, value]) => [
      key,
      expressions.filled(String(value), leg.contexts),
    ])
    standIn(Object.fromEntries(input), { ...ground, env })
    return { is: 'done' }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    const before = outcomes.findLast(({ is, because }) => is === 'left out' && because !== undefined)
    // A step that was left out made no artifact that could be uploaded.
    if (step.uses !== undefined && before !== undefined)
      return leftOut(`${error.message} “${before.step}” was left out`)
    return { is: 'failed', because: error.message }
  }
}

async function runScript({ run: script = '', env: own = {} }: Step, { leg, folder, env, expressions }: Ground) {
  const filled = Object.entries(own).map(([key, value]) => [key, expressions.filled(value, leg.contexts)])
  const file = join(env.RUNNER_TEMP ?? '', 'step.sh')
  writeFileSync(file, expressions.filled(script, leg.contexts))
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd: folder,
    env: { ...env, ...(leg.contexts.env as object), ...Object.fromEntries(filled) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[status], ...said] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  if (status !== 0) throw new StepFailed(said.join('\n').trimEnd().split('\n').slice(-lastLines).join('\n'))
}

/** Leaves out what npm tells its scripts, and the programs of this checkout, which are not for a clone. */
function environment(work: string, { contexts }: Leg): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|PROOF_|INIT_CWD$|NODE$|NODE_(ENV|OPTIONS|PATH|COMPILE_CACHE)$)/i.test(key),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const temporary = join(work, 'temporary')
  mkdirSync(temporary)
  const github = contexts.github as Record<string, string>
  return {
    ...Object.fromEntries(inherited),
    PATH: path.join(delimiter),
    CI: 'true',
    RUNNER_TEMP: temporary,
    GITHUB_REF_NAME: github.ref_name,
    GITHUB_REF_TYPE: github.ref_type,
  }
}
