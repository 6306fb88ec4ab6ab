/** Derives what is worth reporting from a change of the outbox: a failed message, and the progress of a file. */
import type { PendingSend } from './outbox.ts'

export type News = { is: 'failed'; pending: PendingSend } | { is: 'uploaded'; pending: PendingSend; percent: number }

type Outbox = readonly PendingSend[]

/** Whether a person has to attend to the send. */
export const isInTrouble = ({ state }: PendingSend): boolean => state === 'failed' || state === 'uncertain'

/** Returns what got into trouble after that moment. */
export const failedSince = (pending: Outbox, ms: number): readonly PendingSend[] =>
  pending.filter((one) => isInTrouble(one) && one.sinceMs >= ms)

/** Sends that existed when the page was opened are not reported. */
export const newsOf = (before: Outbox, now: Outbox): readonly News[] =>
  now.flatMap((pending): News[] => {
    const known = before.find(({ clientId }) => clientId === pending.clientId)
    if (known === undefined || known === pending) return []
    if (isInTrouble(pending) && !isInTrouble(known)) return [{ is: 'failed', pending }]
    const quarter = quarterOf(pending)
    return quarter > quarterOf(known) ? [{ is: 'uploaded', pending, percent: quarter * 25 }] : []
  })

const quarterOf = ({ progress }: PendingSend): number => Math.floor((progress ?? 0) * 4)
