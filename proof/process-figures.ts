/** Reads processor time, memory and writes of a process from Linux. */
import { readFileSync } from 'node:fs'

const ticksPerS = 100
const kbPerMb = 1000

/** Returns the seconds of processor time since it started. */
export const processorSeconds = (pid: number): number => secondsIn(pid, 11)

/** Returns those of its children that have ended, and of theirs. */
export const endedChildrenSeconds = (pid: number): number => secondsIn(pid, 13)

/** Adds up the ticks of a field and of the next one, which are spent by the process and by the system for it. */
function secondsIn(pid: number, field: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[field]) + Number(fields[field + 1])) / ticksPerS
}

const kilobytes = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}:\\s+(\\d+) kB`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0)

export const residentMb = (pid: number): number =>
  (kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS') * 1.024) / kbPerMb

export const peakResidentMb = (pid: number): number =>
  (kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM') * 1.024) / kbPerMb

/** Returns the memory that no other process shares. */
export function privateMb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return ((kilobytes(rollup, 'Private_Clean') + kilobytes(rollup, 'Private_Dirty')) * 1.024) / kbPerMb
}

/** Returns the memory with a share of what other processes use as well, so that it adds up over processes. */
export const proportionalMb = (pid: number): number =>
  (kilobytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss') * 1.024) / kbPerMb

/** Returns what it has written to the disk since it started. */
export const writtenMb = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]) / 1e6

/** Returns its children, their children, and so on. */
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}
