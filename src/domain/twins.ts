/** Rows that are the same message written twice: re-landed by iCloud under a fresh GUID, or the two copies of a self-chat. */
import type { Row } from './row.ts'

/** Both copies of a message to oneself lie this close together. */
export const selfTwinWindowMs = 5 * 60_000

/**
 * Equal for rows that iCloud landed twice: same chat, person, direction, moment and content. A row without a moment is a
 * twin of none: to relay it twice is better than to lose it.
 */
export const twinText = (row: Row): string =>
  JSON.stringify([row.chat?.conversation ?? null, row.handle, row.isFromMe, row.sentAtUs ?? row.guid, ...content(row)])

/** Equal for all copies of one direction of a message to oneself, whichever of one's own chats they lie in. */
export const selfTwinText = (row: Row, isFromMe: boolean): string => JSON.stringify(['self', isFromMe, ...content(row)])

const content = (row: Row): unknown[] => [row.text, ...row.attachments.map(({ name, size }) => [name, size])]

/**
 * Each message to oneself has at most one copy of either direction. `same` and `opposite` count what was taken in within
 * the window: with more of the opposite direction than of this one, this row completes a pair.
 */
export const completesPair = ({ same, opposite }: { same: number; opposite: number }): boolean => opposite > same
