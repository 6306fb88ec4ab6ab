/** Gives damaged input to everything that reads what others wrote, and reports what failed. */
import { inspect } from 'node:util'
import { commandLine } from '../terminal.ts'
import { type Report, runTarget } from './run.ts'
import { targets } from './targets.ts'

const names = targets.map(({ name }) => name)
const usage = `npm run proof -- fuzz [TARGET…] [--seconds N] [--seed S] [--cases N] [--case N] [--json]

Gives damaged input to each target, or to those named, for 20 seconds or N. --seed and --case give one case again.

Targets: ${names.join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values, names: asked } = commandLine({
    usage,
    args,
    names,
    options: {
      seconds: { type: 'string', default: '20' },
      seed: { type: 'string', default: `${Date.now()}` },
      cases: { type: 'string' },
      case: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { seed, json } = values
  if (!json) process.stdout.write(`Seed ${seed}\n`)
  let held = true
  for (const target of targets) {
    if (asked.length > 0 && !asked.includes(target.name)) continue
    const report = await runTarget(target, { seed, ...limitsOf(values) })
    process.stdout.write(json ? jsonLine(report, seed) : reported(report, seed))
    held &&= report.failures.length === 0
  }
  return held
}

const endless = Number.POSITIVE_INFINITY

function limitsOf(values: { seconds: string; cases?: string; case?: string }) {
  if (values.case !== undefined) return { seconds: endless, cases: 1, from: Number(values.case) }
  if (values.cases !== undefined) return { seconds: endless, cases: Number(values.cases) }
  return { seconds: Number(values.seconds), cases: endless }
}

function reported({ target, cases, slowestMs, grownMb, failures }: Report, seed: string): string {
  const figures = `${cases.toLocaleString('en')} cases, slowest ${slowestMs.toFixed(1)} ms, memory ${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(0)} MB`
  const line = `${failures.length === 0 ? 'held  ' : 'BROKEN'}  ${target.name.padEnd(14)} ${figures}\n        ${target.claim}\n`
  const again = (number: number) => `  again: npm run proof -- fuzz ${target.name} --seed ${seed} --case ${number}\n`
  return line + failures.map((failure) => `\n${shortly(failure.error)}\n${again(failure.case)}`).join('')
}

const longestError = 1_500

const shortly = (error: unknown): string => inspect(error).slice(0, longestError)

function jsonLine({ target, failures, ...figures }: Report, seed: string): string {
  const failed = failures.map((failure) => ({ case: failure.case, error: shortly(failure.error) }))
  return `${JSON.stringify({ target: target.name, seed, ...figures, failures: failed })}\n`
}
