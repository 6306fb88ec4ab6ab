/** Measures each figure beside its target and its floor in the same run. */
import installMissing from '../../test/setup/programs.ts'
import { commit, machine, pace } from '../machine.ts'
import { commandLine, refuse } from '../terminal.ts'
import { isReached, subjects } from './figure.ts'
import { writePage } from './performance-page.ts'
import { benchNames, planned } from './plan.ts'
import { type Part, record } from './record.ts'
import { runPart } from './run-part.ts'
import { newHome } from './simulated-relay.ts'
import { terminalTable } from './terminal-table.ts'

const known = [...new Set([...benchNames, ...subjects.map(({ name }) => name)])]
const usage = `npm run proof -- bench [NAME…] [--at MESSAGES] [--record]

Measures everything, or what is named, and shows it beside its floor and its target. --at takes one of the sizes of the
history; --record keeps the figures and writes docs/performance.md.

Names: ${known.join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values, names } = commandLine({
    ...{ usage, args, names: known },
    options: { at: { type: 'string' }, record: { type: 'boolean', default: false } },
  })
  if (process.platform !== 'linux') refuse('Processor time and memory are read from /proc: the benches run on Linux.')
  const parts = planned({ names, ...(values.at && { at: Number(values.at.replaceAll(',', '')) }) })
  if (parts.length === 0) refuse(`Nothing of this is measured at ${values.at}.`)
  installMissing()
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  const about = { machine: machine(), commit: commit(), isInstalled: true }
  process.stdout.write(`${about.machine}, ${about.commit}\n`)
  const startMs = performance.now()
  const done: Part[] = []
  for (const [messages, group] of Map.groupBy(parts, (part) => part.messages)) {
    if (stopped.signal.aborted) break
    using made = messages === undefined ? undefined : newHome({ messages })
    for (const { bench } of group) {
      const over = made && messages !== undefined ? { home: made.home, messages } : undefined
      const part = await measured(bench, { over, signal: stopped.signal })
      if (stopped.signal.aborted) break
      done.push({ ...part, ...about })
      tell(part)
      if (!values.record) continue
      record({ ...part, ...about }, planned({ names: [] }))
      writePage()
    }
  }
  return told(done, performance.now() - startMs) && !stopped.signal.aborted
}

type Run = Pick<Parameters<typeof runPart>[0], 'over' | 'signal'>

async function measured(bench: string, { over, signal }: Run): Promise<Omit<Part, 'machine' | 'commit'>> {
  const [at, paceMs, startMs] = [`${new Date().toISOString().slice(0, 16)}Z`, pace(), performance.now()]
  const outcome = await runPart({ bench, signal, ...(over && { over }) })
  const seconds = Math.round((performance.now() - startMs) / 1000)
  return {
    ...{ bench, ...(over && { messages: over.messages }), at, seconds, paceMs: Math.round(paceMs) },
    ...{ figures: [], ...outcome },
  }
}

function tell({ bench, messages, seconds, failed, figures }: Omit<Part, 'machine' | 'commit'>): void {
  const over = messages === undefined ? '' : ` over ${messages.toLocaleString('en')} messages`
  process.stdout.write(`\n${bench}${over}: ${seconds} s\n${failed ? `FAILED: ${failed}` : terminalTable(figures)}\n`)
}

/** Prints the sum of all parts. Returns whether none failed. */
function told(done: readonly Part[], tookMs: number): boolean {
  const ours = done.flatMap(({ figures }) => figures).filter(({ by }) => by === undefined)
  const missed = ours.filter((figure) => !isReached(figure))
  const failed = done.filter((part) => part.failed !== undefined)
  process.stdout.write(
    `\n${ours.length} figures, ${missed.length} targets missed, ${failed.length} benches failed, ${(tookMs / 60_000).toFixed(1)} minutes\n`,
  )
  return failed.length === 0
}
