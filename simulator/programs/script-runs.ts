/** Records which scripts ran on a simulated Mac, and when. A file in the home turns this on. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ScriptRun {
  readonly pid: number
  /** Hash of the arguments after the script: equal for the same text to the same address. */
  readonly argumentsHash: string
  /** Unix milliseconds with fractions, of the start of the process rather than of its first line. */
  readonly startMs: number
  /** Undefined while it runs, and if it was killed. */
  readonly endMs?: number
}

const fileOf = (home: string) => join(home, '.simulator-script-runs')

/** Turns recording on from now on. */
export const noteScriptRuns = (home: string): void => appendFileSync(fileOf(home), '')

/** Records the start of this script if recording is on. The returned function records the end. */
export function noteRun(home: string, argv: readonly string[]): () => void {
  const file = fileOf(home)
  if (!existsSync(file)) return () => undefined
  const argumentsHash = createHash('sha256').update(argv.slice(1).join('\0')).digest('hex')
  const run: ScriptRun = { pid: process.pid, argumentsHash, startMs: performance.timeOrigin }
  const note = (noted: ScriptRun) => appendFileSync(file, `${JSON.stringify(noted)}\n`)
  note(run)
  return () => note({ ...run, endMs: performance.timeOrigin + performance.now() })
}

/** Returns the runs in the order in which they started. */
export function scriptRuns(home: string): ScriptRun[] {
  const lines = readFileSync(fileOf(home), 'utf8').split('\n').filter(Boolean)
  const noted = lines.map((line) => JSON.parse(line) as ScriptRun)
  const runs = new Map(noted.map((run) => [`${run.pid} ${run.startMs}`, run]))
  return [...runs.values()].toSorted((a, b) => a.startMs - b.startMs)
}
