/** Writes the text above the tables: how the figures were measured, and how to read them. */
import type { Part } from './record.ts'

/** A machine without other work varies less. */
const busyTimes = 3

export function introduction(parts: readonly Part[]): string[] {
  const machines = [...new Set(parts.map(({ machine }) => machine))]
  const days = [...new Set(parts.map(({ at }) => at.slice(0, 10)))].sort()
  const commits = [...new Set(parts.map(({ commit }) => commit))]
  const paces = parts.map(({ paceMs }) => paceMs)
  const [quickest, slowest] = [Math.min(...paces), Math.max(...paces)]
  const minutes = parts.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  return [
    `Measured on ${days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0]} with ${machines.join('; ')}, at ${commits.join(', ')}; ${minutes.toFixed(0)} minutes in all.`,
    `Before each part the same calculation took ${quickest.toFixed(0)} to ${slowest.toFixed(0)} ms: ${slowest > quickest * busyTimes ? '**the machine had other work to do, and the times are not to be relied on.**' : 'so equally quick was the machine.'} Read the ratios.`,
    '',
    '- **How**: the product as a user starts it, from sources, over a [simulated Mac](../ARCHITECTURE.md#rooms) with macOS 26’s schema and 10,000, 100,000 or a',
    '  million messages in up to 600 conversations. Nothing is mocked: real processes, real files, HTTP on loopback. Each part runs in a process of its own.',
    '- **Target**: what the figure was to be before it was measured. What is missed is **bold**, and listed at the end.',
    '- **Floor**: the least that the same work can cost on this machine, measured in the same run: a bare prepared statement over the same rows, a bare',
    '  Node process, a bare watcher. The ratio says how many times as much ours takes. Floor and peers stand for the largest size that was measured.',
    '- **Peers**: what else npm offers, over the same database, in the same run. The ratio says how many times as much they take as ours.',
    '  [imessage-kit](https://www.npmjs.com/package/@photon-ai/imessage-kit) 3 is a library: what it answers in its own process is compared with what we answer over',
    '  HTTP. It runs in Bun, which needs nothing besides, and believes to be on macOS. Its search is given up after a while. Both are installed',
    '  into `~/.cache` when they are asked for, not with `npm ci`: Bun alone has a hundred megabytes.',
    '- **Again**: `npm run bench` measures all, `npm run bench -- history search --at 10000` two subjects in one size; with `--record` the result is kept.',
    '  Any other load on the machine spoils the times.',
  ]
}
