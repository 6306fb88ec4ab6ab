/** Describes where figures are measured: the machine, its current speed, and the commit. */
import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'

export const machine = (): string =>
  `${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Linux, Node ${process.version}`

/** Adds a mark if the sources differ from the commit. */
export function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--', ':/src', ':/ui', ':/simulator') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
  } catch {
    return 'an unknown commit'
  }
}

export const today = (): string => new Date().toISOString().slice(0, 10)

const turns = 20_000_000

/** Returns the milliseconds of a fixed calculation. */
export function pace(): number {
  const startMs = performance.now()
  let state = 1
  for (let turn = 0; turn < turns; turn++) state = (Math.imul(state, 1_664_525) + 1_013_904_223 + (state >>> 7)) | 0
  return performance.now() - startMs + (state === 0 ? 1 : 0)
}
