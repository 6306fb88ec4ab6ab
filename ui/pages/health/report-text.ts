/** Puts the health report into words, for the page and as text to copy. */
import type { HealthReport, HealthRow } from '../../../src/contract/health.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { countOf, sizeOf } from '../../catalogue/numbers.ts'
import { spanOf } from '../../catalogue/spans.ts'
import { type TextKey, t } from '../../catalogue/texts.ts'

export const titleOf = ({ name }: HealthRow): string =>
  t((name === 'errors' ? 'health.errors_hour' : `health.${name}`) as TextKey)

export const stateOf = ({ state }: HealthRow): string => t(`health.state_${state}` as TextKey)

/** Formats the figure of a row with its unit; returns an empty string where there is none. */
export function figureOf({ value, unit }: Pick<HealthRow, 'value' | 'unit'>): string {
  if (value === null || unit === null) return ''
  if (unit === 'count') return countOf(value)
  return unit === 'bytes' ? sizeOf(value) : spanOf(value)
}

export const needsAttention = ({ state }: HealthRow): boolean => state === 'failing' || state === 'warning'

/** Whole seconds by which the browser's clock is ahead of the Mac's. */
export const clockSkewS = (at: string, nowMs: number): number => Math.round((nowMs - Date.parse(at)) / 1000)

/** The message of a row, if it has one. */
export const findingOf = ({ message, finding, values }: HealthRow, say: FindingWords) =>
  message === null ? undefined : say({ message, finding, values })

/** The report as text, without the recent errors, which stay on the page. */
export const asText = (report: HealthReport, say: FindingWords): string =>
  [
    `Local Messaging Relay ${report.release} (${report.build}) · Node ${report.node} · ${report.os} · macOS ${report.macos ?? '–'}`,
    report.at,
    `${t('health.features')}: ${report.features.join(', ')}`,
    '',
    ...report.rows.map((row) =>
      [titleOf(row), figureOf(row), stateOf(row), findingOf(row, say)?.text].filter(Boolean).join(' · '),
    ),
  ].join('\n')
