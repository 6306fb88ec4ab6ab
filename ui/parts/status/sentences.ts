/** Puts the status into sentences: since when, where that is known, and what still works. */
import { whenOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { type Condition, isSilence, isTrouble, type Trouble } from '../../live/condition.ts'

export function sentenceOf({ kind, sinceMs }: Condition): string {
  if (!isTrouble(kind) || sinceMs === null) return t(`live.${kind}_line`)
  return t(`status.${kind}_since`, { time: whenOf(new Date(sinceMs).toISOString()) })
}

/** A page that was opened while the service did not respond has loaded nothing that could be read. */
export const worksIn = ({ kind, sinceMs }: Condition & { kind: Trouble }): string =>
  isSilence(kind) && sinceMs === null ? t(`live.${kind}_wait`) : t(`status.${kind}_works`)
