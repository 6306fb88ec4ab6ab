/** Makes docs/reliability.md from the rows and what came of them. */
import { circumstancesOf, markdownTable } from '../report.ts'
import type { Row, Subject, TriedRow } from './row.ts'

const introduction = [
  '# Reliability',
  '',
  'What this service promises was tried, and this page says what came of it: each row names what was tried, what had to be reached, the figure',
  'that was measured, and the command that measures it again on your machine. Nothing here is typed by hand: the figures were written by the',
  'commands. A target that was missed is marked as missed.',
  '',
  'All of it ran on Linux against [a Mac in a folder](../ARCHITECTURE.md#rooms): a database with the tables of macOS, and programs that',
  'answer as Messages does. What only a real Mac can show is said in the row, and [live-checks.md](live-checks.md) tells how to look.',
  '',
  'Who may see and do what stands in [security-model.md](security-model.md), how fast it is in [performance.md](performance.md).',
  '',
]

const head = [':', 'what was tried', 'target', 'figure', 'again']

export function reliabilityPage(subjects: readonly Subject[], entries: readonly TriedRow[]): string {
  const byRow = new Map(entries.map((entry) => [Number(entry.trial), entry]))
  const tables = subjects.flatMap(({ title, rows }) => {
    const inOrder = rows.toSorted((one, other) => one.number - other.number)
    const cells = inOrder.map((row) => [
      `${row.number}`,
      row.claim,
      row.target,
      sentences(shown(row, byRow.get(row.number)), row.elsewhere),
      `\`npm run proof -- scoreboard ${row.number}\``,
    ])
    return [`## ${title}`, '', ...markdownTable(head, cells), '']
  })
  return [...introduction, ...tables, ...summary(entries)].join('\n')
}

function shown({ why }: Row, entry: TriedRow | undefined): string {
  if (entry === undefined) return 'not measured yet'
  const { outcome, failed } = entry
  if (outcome?.reached) return outcome.figure
  return `**MISSED** ${outcome === undefined ? `the trial broke off: ${failed}` : sentences(outcome.figure, why)}`
}

const sentences = (...all: (string | undefined)[]): string => all.filter((each) => each !== undefined).join('. ')

function summary(entries: readonly TriedRow[]): string[] {
  if (entries.length === 0) return []
  const missed = entries.filter(({ outcome }) => !outcome?.reached).map(({ trial }) => trial)
  const which = missed.length === 0 ? '' : ` Missed: ${missed.join(', ')}.`
  return [
    `${entries.length - missed.length} of ${entries.length} rows that were measured reach their target.${which}`,
    '',
    `Measured ${circumstancesOf(entries)}. The commit and the time of each row are kept in \`proof/scoreboard/record.json\`.`,
    '',
  ]
}
