/** Puts the health report into words, for the page and as text to copy. */
import type { HealthReport, HealthRow } from '../../../src/contract/health.ts'
import { isHub } from '../../api/answers.ts'
import type { FindingWords } from '../../catalogue/finding-words.ts'
import { countOf, sizeOf } from '../../catalogue/numbers.ts'
import { spanOf } from '../../catalogue/spans.ts'
import { type TextKey, t } from '../../catalogue/texts.ts'

export function titleOf({ name, about }: HealthRow): string {
  if (about !== null) return t(`health.${name}_of` as TextKey, { about })
  return t((name === 'errors' ? 'health.errors_hour' : `health.${name}`) as TextKey)
}

/** Tells rows apart, of which several may have one name. */
export const keyOf = ({ name, about }: HealthRow): string => `${name} ${about ?? ''}`

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

/** A hub has no macOS of its own. */
export const versionsOf = ({ release, build, node, os, macos }: HealthReport): string =>
  `${release} (${build}) · Node ${node} · ${isHub ? '' : `macOS ${macos ?? '–'} · `}${os}`

/** The report as text, without the recent errors, which stay on the page. */
export const asText = (report: HealthReport, say: FindingWords): string =>
  [
    `Local Messaging Relay ${versionsOf(report)}`,
    report.at,
    ...(report.features.length === 0 ? [] : [`${t('health.features')}: ${report.features.join(', ')}`]),
    '',
    ...report.rows.map((row) =>
      [titleOf(row), figureOf(row), stateOf(row), findingOf(row, say)?.text].filter(Boolean).join(' · '),
    ),
  ].join('\n')
