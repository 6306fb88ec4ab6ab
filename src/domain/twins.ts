/**
 * Recognises rows that are the same message written twice: inserted again by iCloud under a new GUID, or the two copies
 * of a message to oneself.
 */
import type { Row } from './message.ts'

/** Both copies of a message to oneself are this close together. */
export const selfTwinWindowMs = 5 * 60_000

/**
 * Equal for rows that iCloud inserted twice: same chat, person, direction, moment and content. A row without a date has
 * no twin, since relaying it twice is better than losing it.
 */
export const twinText = (row: Row): string =>
  JSON.stringify([row.chat?.conversation ?? null, row.handle, row.isFromMe, row.sentAtUs ?? row.guid, ...content(row)])

/** Equal for all copies of one direction of a message to oneself, whichever of the user's own chats they are in. */
export const selfTwinText = (row: Row, isFromMe: boolean): string => JSON.stringify(['self', isFromMe, ...content(row)])

/**
 * Whether a row repeats an older one of the same moment, which may be from before the relay was installed. Of a message
 * to oneself iCloud may insert either direction again.
 */
export const repeatsElder = (row: Row, elder: Row, isSelf: boolean): boolean =>
  isSelf ? selfTwinText(row, true) === selfTwinText(elder, true) : twinText(row) === twinText(elder)

const content = (row: Row): unknown[] => [row.text, ...row.attachments.map(({ name, size }) => [name, size])]

/**
 * Each message to oneself has at most one copy in either direction. `same` and `opposite` count the rows ingested
 * within the window: with more of the opposite direction than of this one, this row completes a pair.
 */
export const completesPair = ({ same, opposite }: { same: number; opposite: number }): boolean => opposite > same
