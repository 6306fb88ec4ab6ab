/** Makes docs/reliability.md from the rows and their results. */
import { commandOf, type Result, type Results } from './results.ts'
import type { Row, Subject } from './row.ts'

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

const head = ['| | what was tried | target | figure | again |', '|--:|---|---|---|---|']

export function reliabilityPage(subjects: readonly Subject[], results: Results): string {
  const tables = subjects.flatMap(({ title, rows }) => [
    ...[`## ${title}`, '', ...head],
    ...rows.toSorted((one, other) => one.number - other.number).map((row) => line(row, results[row.number])),
    '',
  ])
  return [...introduction, ...tables, ...circumstances(results)].join('\n')
}

function line(row: Row, result: Result | undefined): string {
  const again = 'notHere' in row ? '' : `\`${commandOf(row.number)}\``
  return `| ${[row.number, row.claim, row.target, shown(row, result), again].map(cell).join(' | ')} |`
}

const cell = (text: string | number): string => String(text).replaceAll('|', '\\|')

function shown(row: Row, result: Result | undefined): string {
  if ('notHere' in row) return `not tried here: ${row.notHere}`
  const elsewhere = row.elsewhere === undefined ? '' : `. ${row.elsewhere}`
  if (result === undefined) return `not measured yet${elsewhere}`
  if (result.reached) return `${result.figure}${elsewhere}`
  return `**MISSED** ${result.figure}${row.why === undefined ? '' : `. ${row.why}`}${elsewhere}`
}

function circumstances(results: Results): string[] {
  const measured = Object.values(results)
  if (measured.length === 0) return []
  const dates = measured.map(({ date }) => date).toSorted()
  const machines = [...new Set(measured.map(({ machine }) => machine))]
  const minutes = Math.ceil(measured.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  const days = dates[0] === dates.at(-1) ? `on ${dates[0]}` : `between ${dates[0]} and ${dates.at(-1)}`
  const missed = Object.entries(results).filter(([, { reached }]) => !reached)
  const which = missed.length === 0 ? '' : ` Missed: ${missed.map(([number]) => number).join(', ')}.`
  return [
    `${measured.length - missed.length} of ${measured.length} rows that were measured reach their target.${which}`,
    '',
    `Measured ${days} on ${machines.join(' and ')}; all rows together take about ${minutes} minutes. The commit and the time of each are kept in`,
    '`proof/scoreboard/results.json`.',
    '',
  ]
}
