/** Reports the outcome of a target, in lines for people and for programs. */
import { inspect } from 'node:util'
import type { Report } from './run.ts'

export function reported({ target, cases, slowestMs, grownMb, failures }: Report, seed: string): string {
  const figures = `${cases.toLocaleString('en')} cases, slowest ${slowestMs.toFixed(1)} ms, memory ${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(0)} MB`
  const line = `${failures.length === 0 ? 'held  ' : 'BROKEN'}  ${target.name.padEnd(14)} ${figures}\n        ${target.claim}\n`
  return line + failures.map((failure) => failed(failure, target.name, seed)).join('')
}

const longestError = 1_500

const failed = ({ case: number, error }: Report['failures'][number], name: string, seed: string): string =>
  `\n${inspect(error).slice(0, longestError)}\n  again: npm run fuzz -- ${name} --seed ${seed} --case ${number}\n`

/** Returns one line for each target. */
export function inJson({ target, failures, ...figures }: Report, seed: string): string {
  const failed = failures.map((failure) => ({
    case: failure.case,
    error: inspect(failure.error).slice(0, longestError),
  }))
  return `${JSON.stringify({ target: target.name, seed, ...figures, failures: failed })}\n`
}
