/** Makes docs/performance.md from the measurements: a table for each subject, and the missed targets. */
import { type Figure, isReached, shown, shownTarget, subjects, timesOver } from '../harness/figure.ts'
import { introduction } from './introduction.ts'
import { reasons } from './reasons.ts'
import type { Part } from './record.ts'

/** All figures of one piece of work. */
interface Work {
  name: string
  ours: Figure[]
  others: Figure[]
}

export function performancePage(parts: readonly Part[]): string {
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
    'Written by `npm run bench -- --record` from `bench/figures.json`.',
    '',
    ...introduction(parts),
    '',
    ...sections,
    ...missed(inOrder),
    ...failures(parts),
  ].join('\n')
}

const withSize = ({ messages, figures }: Part): Figure[] =>
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
  const head = ['work', ...sizes.map((size) => size?.toLocaleString('en') ?? 'measured'), 'target', 'floor']
  const rows = works.map(({ name, ours, others }) => [
    name,
    ...sizes.map((size) => cell(ours.find(({ messages }) => messages === size))),
    shownTarget(largest(ours) ?? noFigure),
    floor(largest(ours.filter((figure) => figure.floor))),
    ...(hasOthers ? [peers(ours, others)] : []),
  ])
  return lines([hasOthers ? [...head, 'peers'] : head, ...rows])
}

const lines = ([head = [], ...rows]: string[][]): string[] =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows.map(unbroken)].map(
    (row) => `| ${row.join(' | ')} |`,
  )

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
    return `- ${name}: ${where.join(', ')}; ${shownTarget(ours[0] ?? noFigure)} is wanted.${why ? ` ${why}` : ''}`
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

function failures(parts: readonly Part[]): string[] {
  const failed = parts.filter((part) => part.failed !== undefined)
  if (failed.length === 0) return []
  const told = failed.map(({ bench, messages, at, failed }) => {
    const size = messages === undefined ? '' : ` at ${messages.toLocaleString('en')} messages`
    return `- \`${bench}\`${size}, ${at}: ${failed}`
  })
  return ['## What could not be measured', '', ...told, '']
}
