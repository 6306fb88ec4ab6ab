/**
 * Declares the address at which the page shows a message that waits for its owner. It decides nothing: only a press on
 * the page does, by somebody who is signed in there.
 */
export const waitingQuery = 'waiting'
export const decisionQuery = 'decide'

/** The decisions of the owner. The page offers the chosen one first. */
export const decisions = ['send', 'refuse'] as const
export type Decision = (typeof decisions)[number]

/** Below the address of the page, which ends with a slash. */
export const waitingPath = (id: string, decision: Decision): string =>
  `app/messages?${new URLSearchParams({ [waitingQuery]: id, [decisionQuery]: decision })}`
