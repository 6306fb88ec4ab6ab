/** Formats the figures of one part for a terminal. */
import { type Figure, isReached, shown, shownTarget, timesOver } from './figure.ts'

export function terminalTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.by === undefined ? figure.work : `${figure.work} (${figure.by})`,
    `${figure.isAtLeast ? '> ' : ''}${shown(figure.measured, figure.unit)}`,
    shownTarget(figure),
    ...beside(figure),
    figure.target === undefined ? '' : isReached(figure) ? 'reached' : 'MISSED',
  ])
  const all = [['work', 'measured', 'target', 'floor in this run', 'ratio', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const beside = ({ floor, unit, measured }: Figure): [string, string] =>
  floor === undefined
    ? ['', '']
    : [`${shown(floor.measured, unit)} (${floor.what})`, timesOver(unit, measured, floor.measured) ?? '']
