/** What is worth telling of a change of the outbox: a message that did not go, and how far a file is. */
import type { PendingSend } from './outbox.ts'

export type News = { is: 'failed'; pending: PendingSend } | { is: 'uploaded'; pending: PendingSend; percent: number }

type Outbox = readonly PendingSend[]

/** Somebody has to look at it. */
export const isInTrouble = ({ state }: PendingSend): boolean => state === 'failed' || state === 'uncertain'

/** What was there already when the page was opened is no news. */
export const newsOf = (before: Outbox, now: Outbox): readonly News[] =>
  now.flatMap((pending): News[] => {
    const known = before.find(({ clientId }) => clientId === pending.clientId)
    if (known === undefined || known === pending) return []
    if (isInTrouble(pending) && !isInTrouble(known)) return [{ is: 'failed', pending }]
    const quarter = quarterOf(pending)
    return quarter > quarterOf(known) ? [{ is: 'uploaded', pending, percent: quarter * 25 }] : []
  })

const quarterOf = ({ progress }: PendingSend): number => Math.floor((progress ?? 0) * 4)
