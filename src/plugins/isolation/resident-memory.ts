/**
 * Measures how much memory processes hold, each with all that it has started; on macOS one run of ps serves all of
 * them.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Returns bytes by process; a process that is gone is left out. */
export const residentMemory = (pids: readonly number[]): Promise<Map<number, number>> =>
  process.platform === 'linux' ? fromProc(pids) : fromPs(pids)

async function fromProc(pids: readonly number[]): Promise<Map<number, number>> {
  const sizes = await Promise.all(pids.map(async (pid) => [pid, await ofFamily(pid)] as const))
  return new Map(sizes.filter(([, bytes]) => bytes > 0))
}

async function ofFamily(pid: number): Promise<number> {
  const [own, children] = await Promise.all([ofProcess(pid), childrenOf(pid)])
  const below = await Promise.all(children.map(ofFamily))
  return below.reduce((sum, bytes) => sum + bytes, own)
}

async function ofProcess(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children.split(' ').filter(Boolean).map(Number)
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
