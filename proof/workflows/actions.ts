/** Stands in for those actions of GitHub that a job needs to go on: each does here what the job sees of it. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, delimiter, join, matchesGlob } from 'node:path'
import { nodeRelease } from '../../test/harness/node-release.ts'
import { StepFailed } from './step-failed.ts'

export interface ActionGround {
  /** The checkout. */
  folder: string
  /** The folder of what jobs have kept, with a folder for each artifact. */
  artifacts: string
  /** The environment of the steps that follow. */
  env: NodeJS.ProcessEnv
}

type Input = Readonly<Record<string, string>>
type Action = (input: Input, ground: ActionGround) => void

const actions: Readonly<Record<string, Action>> = {
  // The checkout is there before the first step.
  'actions/checkout': () => undefined,
  'actions/setup-node'({ 'node-version': release = '' }, { env }) {
    env.PATH = [nodeRelease(release), env.PATH].join(delimiter)
  },
  'actions/upload-artifact'({ name = '', path = '' }, { folder, artifacts }) {
    const from = join(folder, path)
    if (!existsSync(from)) throw new StepFailed(`There is no ${path}.`)
    const to = join(artifacts, name)
    mkdirSync(to, { recursive: true })
    cpSync(from, path.endsWith('/') ? to : join(to, basename(path)), { recursive: true })
  },
  'actions/download-artifact'({ name, pattern, path = '.' }, { folder, artifacts }) {
    const isWanted = (each: string) => (name === undefined ? matchesGlob(each, pattern ?? '*') : each === name)
    const found = readdirSync(artifacts).filter(isWanted)
    if (found.length === 0) throw new StepFailed(`No job has kept ${name ?? pattern}.`)
    for (const each of found) cpSync(join(artifacts, each), join(folder, path), { recursive: true })
  },
}

/** Returns undefined for an action that only GitHub can run. */
export const standInOf = (uses: string): Action | undefined => actions[uses.split('@', 1)[0] ?? '']
