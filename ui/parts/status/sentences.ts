/** What is so, as a sentence; with since when, where that is known. */
import { shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { type Condition, isTrouble } from '../../live/condition.ts'

export function sentenceOf({ kind, sinceMs }: Condition): string {
  if (!isTrouble(kind) || sinceMs === null) return t(`live.${kind}_line`)
  return t(`live.${kind}_since`, { time: shortTimeOf(new Date(sinceMs).toISOString()) })
}
