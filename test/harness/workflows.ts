/** Reads the workflows of .github/ as GitHub does, as far as tests and proofs look at them. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { root } from './built.ts'

export interface Step {
  name: string
  id?: string
  if?: string
  uses?: string
  run?: string
  env?: Readonly<Record<string, string>>
  with?: Readonly<Record<string, unknown>>
}

export interface Job {
  'runs-on'?: string
  /** Another workflow, in the place of steps. */
  uses?: string
  if?: string
  needs?: string | readonly string[]
  env?: Readonly<Record<string, string>>
  permissions?: Readonly<Record<string, string>>
  strategy?: { matrix: Readonly<Record<string, readonly string[] | string>> }
  'timeout-minutes'?: number
  steps?: readonly Step[]
}

export interface Workflow {
  /** The name of its file without its ending. */
  name: string
  /** The path below the root. */
  file: string
  text: string
  permissions: Readonly<Record<string, string>>
  jobs: Readonly<Record<string, Job>>
}

export const workflows: readonly Workflow[] = globSync('.github/workflows/*.yml', { cwd: root })
  .sort()
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return { ...parse(text), name: basename(file, '.yml'), file, text }
  })

export interface PlacedStep {
  /** Workflow, job and step, as messages name it. */
  place: string
  job: Job
  step: Step
}

/** Returns every step of every job. */
export const everyStep: readonly PlacedStep[] = workflows.flatMap(({ name, jobs }) =>
  Object.entries(jobs).flatMap(([id, job]) =>
    (job.steps ?? []).map((step) => ({ place: `${name}: ${id}: ${step.name}`, job, step })),
  ),
)
