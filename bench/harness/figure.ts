/** One measured figure with its target and its floor from the same run, and the table that shows them. */

export interface Figure {
  work: string
  /** In `unit`. */
  measured: number
  unit: 'ms' | 'µs' | 'MB' | '/s' | '%' | '×' | ''
  /** What it may be at most, or with unit `/s` and `×` must be at least. */
  target?: number
  /** The least that this work can cost here, measured in the same run: what it is, and its figure in `unit`. */
  floor?: { what: string; measured: number }
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.work,
    shown(figure.measured, figure.unit),
    figure.target === undefined ? '' : `${isMore(figure) ? '≥' : '≤'} ${shown(figure.target, figure.unit)}`,
    figure.floor === undefined ? '' : `${shown(figure.floor.measured, figure.unit)} (${figure.floor.what})`,
    figure.floor === undefined ? '' : `${(figure.measured / figure.floor.measured).toFixed(1)} ×`,
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

const isMore = ({ unit }: Figure): boolean => unit === '/s' || unit === '×'

export const isReached = (figure: Figure): boolean =>
  figure.target === undefined || (isMore(figure) ? figure.measured >= figure.target : figure.measured <= figure.target)

function shown(value: number, unit: Figure['unit']): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`
}
