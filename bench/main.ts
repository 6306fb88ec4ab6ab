/**
 * `npm run bench [-- NAME…] [--at MESSAGES] [--record]` measures each figure beside its target and its floor in the
 * same run.
 */
import { commandLine } from '../test/harness/command-line.ts'
import installMissing from '../test/setup/programs.ts'
import { type Figure, isReached, subjects } from './harness/figure.ts'
import { newHome } from './harness/simulated-relay.ts'
import { type Part, record } from './report/record.ts'
import { terminalTable } from './report/terminal-table.ts'
import { writePage } from './report/write-page.ts'
import { commit, machine, pace } from './run/machine.ts'
import { benchNames, type PlannedPart, planned } from './run/plan.ts'
import { runPart } from './run/run-part.ts'

const known = [...new Set([...benchNames, ...subjects.map(({ name }) => name)])]
const usage = `npm run bench [-- NAME…] [--at MESSAGES] [--record]

Measures everything, or what is named, and shows it beside its floor and its target. --at takes one of the sizes of the
history; --record keeps the figures and writes docs/performance.md.

Names: ${known.join(', ')}`
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: { at: { type: 'string' }, record: { type: 'boolean', default: false } },
})
if (process.platform !== 'linux') fail('Processor time and memory are read from /proc: the benches run on Linux.')
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) fail(`Nothing is called ${unknown.join(', ')}; there are ${known.join(', ')}.`)
const parts = planned({ names: positionals, ...(values.at && { at: Number(values.at.replaceAll(',', '')) }) })
if (parts.length === 0) fail(`Nothing of this is measured at ${values.at}.`)

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}

installMissing()
const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
const about = { machine: machine(), commit: commit() }
process.stdout.write(`${about.machine}, ${about.commit}\n`)
const startMs = performance.now()
const done: Part[] = []
const bySize = Map.groupBy(parts, ({ messages }) => messages)
for (const [messages, group] of bySize) {
  if (stopped.signal.aborted) break
  if (messages === undefined) await measure(group)
  else {
    using made = newHome({ messages })
    await measure(group, { home: made.home, messages })
  }
}

async function measure(group: readonly PlannedPart[], over?: { home: string; messages: number }): Promise<void> {
  for (const { bench } of group) {
    if (stopped.signal.aborted) return
    const [at, paceMs, beganMs] = [`${new Date().toISOString().slice(0, 16)}Z`, pace(), performance.now()]
    const outcome = await runPart({ bench, ...(over && { over }), signal: stopped.signal })
    if (stopped.signal.aborted) return
    const seconds = Math.round((performance.now() - beganMs) / 1000)
    const part: Part = {
      ...{ bench, ...(over && { messages: over.messages }), at, ...about, seconds, paceMs: Math.round(paceMs) },
      ...{ figures: [], ...outcome },
    }
    done.push(part)
    tell(part)
    if (values.record) {
      record(part, planned({ names: [] }))
      writePage()
    }
  }
}

function tell({ bench, messages, seconds, failed, figures }: Part): void {
  const over = messages === undefined ? '' : ` over ${messages.toLocaleString('en')} messages`
  process.stdout.write(`\n${bench}${over}: ${seconds} s\n${failed ? `FAILED: ${failed}` : terminalTable(figures)}\n`)
}

const figures: Figure[] = done.flatMap((part) => part.figures)
const ours = figures.filter(({ by }) => by === undefined)
const missed = ours.filter((figure) => !isReached(figure))
const failed = done.filter((part) => part.failed !== undefined)
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1)
process.stdout.write(
  `\n${ours.length} figures, ${missed.length} targets missed, ${failed.length} benches failed, ${minutes} minutes\n`,
)
process.exitCode = failed.length > 0 || stopped.signal.aborted ? 1 : 0
