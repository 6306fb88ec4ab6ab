/** Measures each figure beside its target and its floor in the same run. */
import installMissing from '../../test/setup/programs.ts'
import { writePages } from '../pages.ts'
import type { Entry } from '../record.ts'
import { terminalTable } from '../report.ts'
import { commandLine, refuse } from '../terminal.ts'
import { type Trial, tryAll } from '../trials.ts'
import { type Figure, isReached, shown, shownTarget, subjects, timesOver } from './figure.ts'
import { benchNames, type PlannedPart, partNames, planned } from './plan.ts'
import { benchRecord, type Part } from './record.ts'
import { runPart } from './run-part.ts'
import { newHome } from './simulated-relay.ts'

const known = [...new Set([...benchNames, ...subjects.map(({ name }) => name)])]
const usage = `npm run proof -- bench [NAME…] [--at MESSAGES] [--over FOLDER] [--record]

Measures everything, or what is named, and shows it beside its floor and its target. --at takes one of the sizes of the
history: 10000, 100000, 1000000, or 10000000, which is measured only so, and needs 16 GB of disk and twenty minutes. --over
measures over a simulated Mac of that size which exists already. --record keeps the figures and writes docs/performance.md.

Names: ${known.join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { values, names } = commandLine({
    usage,
    args,
    names: known,
    options: { at: { type: 'string' }, over: { type: 'string' }, record: { type: 'boolean', default: false } },
  })
  if (process.platform !== 'linux') refuse('Processor time and memory are read from /proc: the benches run on Linux.')
  const parts = planned({ names, ...(values.at && { at: Number(values.at.replaceAll(',', '')) }) })
  if (values.over !== undefined && values.at === undefined) refuse('--over needs --at: the number of its messages.')
  if (parts.length === 0) refuse(`Nothing of this is measured at ${values.at}.`)
  installMissing()
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  const all = partNames()
  const keep = (entry: Entry<Part>) => {
    benchRecord.keep(entry, all)
    writePages()
  }
  const entries = await tryAll({
    trials: trialsOf(parts, { existing: values.over, signal: stopped.signal }),
    format: formatPart,
    signal: stopped.signal,
    ...(values.record && { keep }),
  })
  process.stdout.write(`\n${summary(entries)}\n`)
  return entries.every(({ failed }) => failed === undefined) && !stopped.signal.aborted
}

/** All benches of one size share a simulated Mac, which exists while they run. */
function* trialsOf(parts: readonly PlannedPart[], { existing, signal }: Circumstances): Generator<Trial<Part>> {
  for (const [messages, group] of Map.groupBy(parts, (part) => part.messages)) {
    using made = messages === undefined ? undefined : homeOf(messages, existing)
    const over = made && messages !== undefined ? { home: made.home, messages } : undefined
    for (const { name, bench } of group) {
      const run = async () => ({
        ...(over && { messages: over.messages }),
        isInstalled: true,
        figures: await runPart({ bench, signal, ...(over && { over }) }),
      })
      yield { name, run }
    }
  }
}

const homeOf = (messages: number, existing: string | undefined) =>
  existing === undefined ? newHome({ messages }) : { home: existing, [Symbol.dispose]: () => undefined }

interface Circumstances {
  /** A folder with a simulated Mac that is measured over instead of new ones. */
  existing: string | undefined
  signal: AbortSignal
}

const formatPart = ({ figures }: Part, { trial, seconds }: Entry<Part>): string =>
  `\n${trial}: ${seconds} s\n${figureTable(figures)}`

function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.by === undefined ? figure.work : `${figure.work} (${figure.by})`,
    `${figure.isAtLeast ? '> ' : ''}${shown(figure.measured, figure.unit)}`,
    shownTarget(figure),
    ...beside(figure),
    figure.target === undefined ? '' : isReached(figure) ? 'reached' : 'MISSED',
  ])
  return terminalTable([['work', 'measured', 'target', 'floor in this run', 'ratio', ''], ...rows])
}

const beside = ({ floor, unit, measured }: Figure): [string, string] =>
  floor === undefined
    ? ['', '']
    : [`${shown(floor.measured, unit)} (${floor.what})`, timesOver(unit, measured, floor.measured) ?? '']

function summary(entries: readonly Entry<Part>[]): string {
  const ours = entries.flatMap(({ outcome }) => outcome?.figures ?? []).filter(({ by }) => by === undefined)
  const missed = ours.filter((figure) => !isReached(figure)).length
  const failed = entries.filter((entry) => entry.failed !== undefined).length
  const minutes = entries.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  return `${ours.length} figures, ${missed} targets missed, ${failed} benches failed, ${minutes.toFixed(1)} minutes`
}
