/** Lays out what came of trials: tables for a terminal and for Markdown, and where and when they were tried. */
import type { Entry } from './record.ts'

type Rows = readonly (readonly string[])[]

/** Aligns the columns. */
export function terminalTable(rows: Rows): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

/** Returns the lines of a table. A heading that ends with a colon aligns its column to the right. */
export function markdownTable(head: readonly string[], rows: Rows): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  const rule = head.map((heading) => (heading.endsWith(':') ? '--:' : '---'))
  return [line(head.map((heading) => heading.replace(/:$/, ''))), `|${rule.join('|')}|`, ...rows.map(line)]
}

/** A cell is one line without a bar. */
const escaped = (cell: string): string => cell.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

/** Says in half a sentence when and where these were tried, on which commits, and how long all of them took. */
export function circumstancesOf(entries: readonly Entry<unknown>[]): string {
  const distinct = (values: readonly string[]) => [...new Set(values)].toSorted()
  const days = distinct(entries.map(({ at }) => at.slice(0, 10)))
  const machines = distinct(entries.map(({ machine }) => machine))
  const commits = distinct(entries.map(({ commit }) => commit))
  const minutes = Math.ceil(entries.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  const when = days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0]
  return `on ${when} with ${machines.join('; ')}, at ${commits.join(', ')}; ${minutes} minutes in all`
}
