/** Runs targets of `npm run proof -- fuzz`, each with as many cases as its row requires. */
import { nodeFlags } from '../../../src/cli/node-flags.ts'
import { run } from '../../program.ts'
import type { Outcome } from '../row.ts'

const seed = '20010101'
const mostMs = 10
/** The heap varies by this much over time. */
const mostGrowthMb = 40

interface Asked {
  target: string
  cases: number
  what: string
  /** The count that one case contributes, if it contributes several. */
  each?: number
}

/** The content of a line of `npm run proof -- fuzz --json`. */
interface Told {
  cases: number
  slowestMs: number
  residentMb: { before: number; after: number }
  failures: readonly unknown[]
}

export async function fuzzed(asked: readonly Asked[]): Promise<Outcome> {
  const figures: string[] = []
  let reached = true
  for (const { target, cases, what, each = 1 } of asked) {
    const told = await tried(target, Math.ceil(cases / each))
    const { failures, slowestMs, residentMb } = told
    const growthMb = residentMb.after - residentMb.before
    figures.push(
      `${what}: ${(told.cases * each).toLocaleString('en')}, ${failures.length} broken, slowest ${slowestMs.toFixed(1)} ms, ${growthMb.toFixed(0)} MB more after the first half`,
    )
    reached &&= failures.length === 0 && told.cases * each >= cases && slowestMs <= mostMs && growthMb <= mostGrowthMb
  }
  return { figure: figures.join('; '), reached }
}

async function tried(target: string, cases: number): Promise<Told> {
  const args = [target, '--cases', `${cases}`, '--seed', seed, '--json']
  const { stdout, stderr } = await run([
    process.execPath,
    '--expose-gc',
    ...nodeFlags,
    'proof/main.ts',
    'fuzz',
    ...args,
  ])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}
