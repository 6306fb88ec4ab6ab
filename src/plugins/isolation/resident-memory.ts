/**
 * Measures how much memory processes hold, each with all that it has started; on macOS one run of ps serves all of
 * them.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns bytes by process; a process that is gone is left out. */
export const residentMemory = (pids: readonly number[]): Promise<Map<number, number>> =>
  process.platform === 'linux' ? Promise.resolve(fromProc(pids)) : fromPs(pids)

/** Reads at once: these files are in memory, and to wait for one in another thread takes longer. */
function fromProc(pids: readonly number[]): Map<number, number> {
  const sizes = pids.map((pid) => [pid, ofFamily(pid)] as const)
  return new Map(sizes.filter(([, bytes]) => bytes > 0))
}

const ofFamily = (pid: number): number => childrenOf(pid).reduce((sum, child) => sum + ofFamily(child), ofProcess(pid))

const ofProcess = (pid: number): number => Number(/^VmRSS:\s+(\d+) kB$/m.exec(inProc(`${pid}/status`))?.[1] ?? 0) * 1024

const childrenOf = (pid: number): number[] =>
  inProc(`${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Returns nothing for a process that is gone. */
function inProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** Each of our processes leads a group, and everything that it starts belongs to that group. */
function fromPs(pids: readonly number[]): Promise<Map<number, number>> {
  const options = { env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' }, timeout: 2_000 }
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pgid=,rss='], options, (error, stdout) => {
      resolve(error === null ? ofGroups(stdout, new Set(pids)) : new Map())
    })
  })
}

function ofGroups(lines: string, wanted: ReadonlySet<number>): Map<number, number> {
  const sizes = new Map<number, number>()
  for (const line of lines.split('\n')) {
    const [group = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
    if (wanted.has(group)) sizes.set(group, (sizes.get(group) ?? 0) + kilobytes * 1024)
  }
  return sizes
}
