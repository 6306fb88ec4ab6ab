/**
 * Formats lists for a terminal: each column is as wide as its longest entry, so that no entry runs into the next one.
 */

const gap = 2

export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((entry, column) => entry.padEnd((widths[column] ?? 0) + gap))
      .join('')
      .trimEnd(),
  )
}
