/** Which scripts ran on a simulated Mac, and when: noted for whoever asked for it, by a file in the home. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ScriptRun {
  readonly pid: number
  /** Of the arguments after the script: the same for the same text to the same address. */
  readonly argumentsHash: string
  /** Unix milliseconds and fractions, of the process rather than of its first line. */
  readonly startMs: number
  /** Undefined while it runs, and when it was killed. */
  readonly endMs?: number
}

const fileOf = (home: string) => join(home, '.simulator-script-runs')

/** From now on. */
export const noteScriptRuns = (home: string): void => appendFileSync(fileOf(home), '')

/** Notes the start of this script where that was asked for; what it gives notes the end. */
export function noteRun(home: string, argv: readonly string[]): () => void {
  const file = fileOf(home)
  if (!existsSync(file)) return () => undefined
  const argumentsHash = createHash('sha256').update(argv.slice(1).join('\0')).digest('hex')
  const run: ScriptRun = { pid: process.pid, argumentsHash, startMs: performance.timeOrigin }
  const note = (noted: ScriptRun) => appendFileSync(file, `${JSON.stringify(noted)}\n`)
  note(run)
  return () => note({ ...run, endMs: performance.timeOrigin + performance.now() })
}

/** In the order in which they started. */
export function scriptRuns(home: string): ScriptRun[] {
  const lines = readFileSync(fileOf(home), 'utf8').split('\n').filter(Boolean)
  const noted = lines.map((line) => JSON.parse(line) as ScriptRun)
  const runs = new Map(noted.map((run) => [`${run.pid} ${run.startMs}`, run]))
  return [...runs.values()].toSorted((a, b) => a.startMs - b.startMs)
}
