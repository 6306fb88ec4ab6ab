/** Makes docs/performance.md from the measurements: a table for each subject, and the missed targets. */
import { circumstancesOf, markdownTable } from '../report.ts'
import { type Figure, isReached, shown, shownTarget, subjects, timesOver } from './figure.ts'
import type { MeasuredPart } from './record.ts'

/** All figures of one piece of work. */
interface Work {
  name: string
  ours: Figure[]
  others: Figure[]
}

export function performancePage(parts: readonly MeasuredPart[]): string {
  const figures = parts.flatMap(withSize)
  const inOrder = subjects.flatMap(({ name }) => figures.filter(({ subject }) => subject === name))
  const sections = subjects.flatMap((told) => {
    const { name, title } = told
    const works = worksOf(figures.filter(({ subject }) => subject === name))
    return works.length === 0
      ? []
      : [`## ${title}`, '', ...('note' in told ? [told.note, ''] : []), ...table(works), '']
  })
  return [
    '# Performance',
    '',
    'Written by `npm run proof -- bench --record` from `proof/bench/record.json`.',
    '',
    ...introduction(parts),
    '',
    ...sections,
    ...missed(inOrder),
    ...failures(parts),
  ].join('\n')
}

const withSize = ({ outcome: { messages, figures } = { figures: [] } }: MeasuredPart): Figure[] =>
  figures.map((figure) => (messages === undefined ? figure : { ...figure, messages }))

function worksOf(figures: readonly Figure[]): Work[] {
  const byWork = Object.entries(Object.groupBy(figures, ({ work }) => work))
  return byWork.map(([name, all = []]) => ({
    name,
    ours: all.filter(({ by }) => by === undefined),
    others: all.filter(({ by }) => by !== undefined),
  }))
}

function table(works: readonly Work[]): string[] {
  const sizes = [...new Set(works.flatMap(({ ours }) => ours.map(({ messages }) => messages)))].sort(
    (one = 0, other = 0) => one - other,
  )
  const hasOthers = works.some(({ others }) => others.length > 0)
  const columns = [...sizes.map((size) => size?.toLocaleString('en') ?? 'measured'), 'target', 'floor']
  const head = ['work', ...(hasOthers ? [...columns, 'peers'] : columns).map((heading) => `${heading}:`)]
  const rows = works.map(({ name, ours, others }) => [
    name,
    ...sizes.map((size) => cell(ours.find(({ messages }) => messages === size))),
    shownTarget(largest(ours) ?? noFigure),
    floor(largest(ours.filter((figure) => figure.floor))),
    ...(hasOthers ? [peers(ours, others)] : []),
  ])
  return markdownTable(head, rows.map(unbroken))
}

/** Keeps figures and units on one line in a narrow column. */
const unbroken = ([work = '', ...figures]: string[]): string[] => [
  work,
  ...figures.map((text) => text.replace(/(?<=\d) (?=[^\d\s])|(?<=[≤≥>]) (?=\d)/g, '\u00a0')),
]

const noFigure: Figure = { work: '', measured: Number.NaN, unit: '' }

const largest = (figures: readonly Figure[]): Figure | undefined =>
  figures.toSorted((one, other) => (one.messages ?? 0) - (other.messages ?? 0)).at(-1)

function cell(figure: Figure | undefined): string {
  if (figure === undefined) return ''
  const text = shown(figure.measured, figure.unit)
  return isReached(figure) ? text : `**${text}**`
}

function floor(figure: Figure | undefined): string {
  if (figure?.floor === undefined) return ''
  const times = timesOver(figure.unit, figure.measured, figure.floor.measured)
  return `${figure.floor.what}: ${shown(figure.floor.measured, figure.unit)}${times ? `, ${times}` : ''}`
}

/** Compares each peer at the largest size that it was measured at with our figure at that size. */
function peers(ours: readonly Figure[], others: readonly Figure[]): string {
  const byPeer = Object.entries(Object.groupBy(others, ({ by }) => by ?? ''))
  return byPeer.map(([name, all = []]) => `${name}: ${besideOurs(ours, largest(all) ?? noFigure)}`).join('<br>')
}

function besideOurs(ours: readonly Figure[], { measured, unit, messages, isAtLeast }: Figure): string {
  const same = ours.find((figure) => figure.messages === messages)
  const times = same && timesOver(unit, measured, same.measured)
  const more = isAtLeast ? '> ' : ''
  return `${more}${shown(measured, unit)}${times ? `, ${more}${times}` : ''}`
}

function missed(figures: readonly Figure[]): string[] {
  const all = figures.filter((figure) => figure.by === undefined && figure.target !== undefined)
  const missing = worksOf(all.filter((figure) => !isReached(figure)))
  const told = missing.map(({ name, ours }) => {
    const where = ours.map(({ messages, measured, unit }) =>
      messages === undefined ? shown(measured, unit) : `${shown(measured, unit)} at ${messages.toLocaleString('en')}`,
    )
    const why = reasons.find(({ of }) => of.test(name))?.why
    const wanted = `${shownTarget(ours[0] ?? noFigure)} is wanted.`
    return ['-', `${name}:`, `${where.join(', ')};`, wanted, ...beside(ours), ...(why ? [why] : [])].join(' ')
  })
  const count = all.length - missing.reduce((sum, { ours }) => sum + ours.length, 0)
  return [
    '## What is missed',
    '',
    `${count} of ${all.length} targets are reached.`,
    ...(told.length > 0 ? [''] : []),
    ...told,
    '',
  ]
}

/** Tells what the floor of missed work is, and whether the target can be reached at all. */
function beside(ours: readonly Figure[]): string[] {
  const figure = largest(ours.filter((figure) => figure.floor !== undefined))
  if (figure?.floor === undefined) return []
  const { what, measured } = figure.floor
  // A figure that is better than its floor was reached in another way, so the floor explains nothing.
  if (isReached({ ...figure, target: measured })) return []
  const isBeyond = !isReached({ ...figure, measured })
  return [`${isBeyond ? 'Even the floor misses it' : 'The floor'} (${what}): ${shown(measured, figure.unit)}.`]
}

function failures(parts: readonly MeasuredPart[]): string[] {
  const failed = parts.filter((part) => part.failed !== undefined)
  if (failed.length === 0) return []
  return [
    '## What could not be measured',
    '',
    ...failed.map(({ trial, at, failed }) => `- ${trial}, ${at}: ${failed}`),
    '',
  ]
}

interface Reason {
  of: RegExp
  why: string
}

/** Known reasons for missed targets, which are shown as long as the target is missed. */
const reasons: readonly Reason[] = [
  {
    of: /^a page of 100 messages/,
    why: 'The floor is one statement for the rows, their JSON and a bare HTTP server. A page brings along what belongs to its messages, with one more query for each kind: reactions, edits, previews, answers, stars. It decodes each body, and looks on the disk for each attachment. The first hundreds of pages run code that is not compiled to the end: later ones take a third less.',
  },
  {
    of: /^50 conversations/,
    why: 'The floor is two statements: the newest rows, and the counts of unread messages. Ours reads each listed row again, so that no list is older than chat.db; most of the least request comes on top.',
  },
  {
    of: /^the least request/,
    why: 'The floor is Node’s HTTP server; ours checks host, origin and caller, and finds the row of the endpoint table.',
  },
  {
    of: /^web process .*: resident$/,
    why: 'The floor is bare Node after as many requests: nearly all of it is the program file of Node, of which other processes share the pages, and what Node loads for HTTP and SQLite. Ours touches ten megabytes more of that file. Its own memory is a heap of twenty megabytes, half of it code and its source, sixteen of SQLite and Node outside of the heap, twelve that the threads of the search left to the allocator of Linux, and for twenty seconds after a search ten more for each of the two threads. It hardly grows with the history.',
  },
  {
    of: /^web process, .*: of one core$/,
    why: 'It wakes twice a second, all at once: for a look at chat.db, the settings and the journal, at the bridge’s heartbeat each second, and at Contacts every five.',
  },
  {
    of: /^start of the web process/,
    why: 'The floor is Node alone. Ours loads two megabytes of code, opens its databases, and reads Contacts and every conversation for the first list.',
  },
  {
    of: /^start of service mcp/,
    why: 'The floor is Node alone. Ours loads the command, the MCP server and the shapes of its tools.',
  },
  {
    of: /^index built/,
    why: 'The floor decodes and indexes the same texts in one transaction that no crash would survive, with nothing beside it. Ours commits after each page and rests between, so that others are answered, and also indexes names of files, titles of links, senders and dates.',
  },
  {
    of: /messages at once to \d+ streams/,
    why: 'The floor is a bare server that writes the same events, which are in the journal before it begins, to the same readers: nearly all of it is the kernel and the one process that reads for all of them. Ours begins at the commit, so reading 2,000 rows and journalling them safely comes first. All streams share one buffer for each batch.',
  },
  {
    of: /^ten bare plugins: memory/,
    why: 'Each plugin is a process of its own, and nearly all of one is Node: nine megabytes that a process writes to before any of our code runs, and its part of the program, which all processes of Node share. Our code around a plugin takes one to two megabytes, a shell and the sandbox half of one.',
  },
  {
    of: /^commit → integration/,
    why: 'Before a message leaves it is on the disk, which the floor waits for as well. Then it crosses the pipe into the sandbox, is noted as begun and signed, and leaves by the plugin’s one way out, a process that carries each byte on to the permitted host.',
  },
  {
    of: /at the (integration|webhook)$/,
    why: 'Each message is a signed request of its own, through bridge, plugin and way out, with the receiver on the same cores. The floor signs nothing, keeps no order, and posts without a sandbox.',
  },
  {
    of: /^\d+ messages through one plugin, commit/,
    why: 'The bridge is one thread, and nearly half of its time is SQLite: a message is known by its identity, its text and its row, keeps how it looked, makes an event, and its delivery is found by state, plugin, conversation and time, also by the page that lists a hundred thousand of them. The floor has none of these indexes, and reads nothing back.',
  },
  {
    of: /^a backlog of .*: resident memory|^bridge, idle: resident|^bridge, (half )?a minute .*: resident/,
    why: 'Sixty megabytes of it are those parts of Node’s program that are in use, which all processes of Node share and the system may drop. What the bridge has for itself is a third to a half: the heap, and the pages that SQLite keeps.',
  },
  {
    of: /^request → script started/,
    why: 'The floor asks nobody’s permission and looks nothing up. Ours checks the caller, finds the conversation in chat.db, which each message that was sent before has changed, judges limits and repeats, and takes the lock under which one process sends; and the process that starts the script is larger, which Linux takes time to copy.',
  },
  {
    of: /^bridge, .*: of one core$/,
    why: 'The bridge wakes two to three times a second: it looks at chat.db, the settings, what other processes have written, and its plugins.',
  },
]

/** A machine without other work varies less. */
const busyTimes = 3

function introduction(parts: readonly MeasuredPart[]): string[] {
  const paces = parts.map(({ paceMs = Number.NaN }) => paceMs)
  const [quickest, slowest] = [Math.min(...paces), Math.max(...paces)]
  return [
    `Measured ${circumstancesOf(parts)}.`,
    `Before each part the same calculation took ${quickest.toFixed(0)} to ${slowest.toFixed(0)} ms: ${slowest > quickest * busyTimes ? '**the machine had other work to do, and the times are not to be relied on.**' : 'so equally quick was the machine.'} Read the ratios.`,
    '',
    `- **How**: ${measuredCode(parts)}, over a [simulated Mac](../ARCHITECTURE.md#rooms) with macOS 26’s schema and 10,000, 100,000 or a`,
    '  million messages in up to 600 conversations, and ten million where that is said. Nothing is mocked: real processes, real files, HTTP on loopback. Each part runs in a process of its own.',
    '- **Target**: what the figure was to be before it was measured. What is missed is **bold**, and listed at the end.',
    '- **Floor**: the least that the same work can cost on this machine, measured in the same run: a bare prepared statement over the same rows, a bare',
    '  Node process, a bare watcher. The ratio says how many times as much ours takes. Floor and peers stand for the largest size that was measured.',
    '- **Peers**: what else npm offers, over the same database, in the same run. The ratio says how many times as much they take as ours.',
    '  [imessage-kit](https://www.npmjs.com/package/@photon-ai/imessage-kit) 3 is a library: what it answers in its own process is compared with what we answer over',
    '  HTTP. It runs in Bun, which needs nothing besides, and believes to be on macOS. Its search is given up after a while. Both are installed',
    '  into `~/.cache` when they are asked for, not with `npm ci`: Bun alone has a hundred megabytes.',
    '- **Growth**: lists, pages, starts and memory hardly change with the history. Linear in it are the index and its file, the comparison of the index with all',
    '  messages after a start (0.16 ms for each, in the background), reading and exporting everything, and making the simulated Mac: ten million take ten minutes',
    '  and 12 GB, and are measured only by `npm run proof -- bench web start mcp --at 10000000 --record`.',
    '- **Again**: `npm run proof -- bench` measures all, `npm run proof -- bench history search --at 10000` two subjects in one size; with `--record` the result is kept.',
    '  Any other load on the machine spoils the times.',
  ]
}

function measuredCode(parts: readonly MeasuredPart[]): string {
  const installed = 'the package as a user installs it (`npm pack`, `npm install`)'
  const older = parts.filter(({ outcome }) => outcome?.isInstalled !== true).length
  if (older === 0) return installed
  const which = older === parts.length ? 'all that follows' : `${older} of ${parts.length} parts`
  return `${installed}; ${which} was measured earlier, from the sources`
}
