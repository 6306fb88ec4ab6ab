/** Runs the steps of the workflows on this machine, as if a tag had been pushed, and lists those that were left out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../test/harness/built.ts'
import { commandLine } from '../terminal.ts'
import { loadExpressions } from './expressions.ts'
import { jobNames, legsOf } from './legs.ts'
import { type Outcome, runLeg } from './run-leg.ts'

const usage = `npm run proof -- workflows [--every-leg] [--skip STEP]… [JOB…]

Runs the steps of .github/workflows on this machine, each job in a fresh clone of what is committed, as if the tag of the
next release had been pushed; or those of the jobs that are named. It publishes nothing. What needs a Mac, a secret or
GitHub is left out, and listed.

  --every-leg   Run every leg of a matrix, not its first alone
  --skip STEP   Leave out the steps of this name

Jobs: ${jobNames.join(', ')}`

const options = { 'every-leg': { type: 'boolean' }, skip: { type: 'string', multiple: true } } as const

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names, values } = commandLine({ usage, args, options, names: jobNames })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const expressions = await loadExpressions()
  const contexts = {
    github: { ref_type: 'tag', ref_name: `v${version}`, ref: `refs/tags/v${version}`, token: '', repository: 'a/b' },
    vars: {},
    secrets: {},
    env: {},
    matrix: {},
  }
  const artifacts = mkdtempSync(join(tmpdir(), 'artifacts-'))
  const outcomes: Outcome[] = []
  try {
    const failedJobs: string[] = []
    for (const leg of legsOf({ names, isEveryLeg: values['every-leg'] === true }, contexts, expressions)) {
      const here = { expressions, artifacts, failedJobs, skipped: values.skip ?? [], release, tell }
      const ofLeg = await runLeg(leg, here)
      if (ofLeg.some(({ is }) => is === 'failed')) failedJobs.push(leg.job)
      outcomes.push(...ofLeg)
    }
  } finally {
    rmSync(artifacts, { recursive: true, force: true })
  }
  const count = (is: Outcome['is']) => outcomes.filter((outcome) => outcome.is === is).length
  process.stdout.write(`${count('done')} steps ran, ${count('failed')} failed, ${count('left out')} were left out.\n`)
  return count('failed') === 0

  /** Gives the changelog a part for the version, as whoever releases does. */
  function release(folder: string): void {
    const file = join(folder, 'CHANGELOG.md')
    const changelog = readFileSync(file, 'utf8')
    if (!changelog.includes(`## ${version}`)) writeFileSync(file, changelog.replace('## Unreleased', `## ${version}`))
  }
}

const marks = { done: '✓', failed: '✗', 'left out': '–' } as const

function tell({ leg, step, is, because, seconds }: Outcome): void {
  const reason = because === undefined ? '' : is === 'failed' ? `\n${because}` : ` left out: ${because}`
  process.stdout.write(`${marks[is]} ${leg}: ${step}${is === 'left out' ? '' : ` ${seconds} s`}${reason}\n`)
}
