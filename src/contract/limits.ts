/** Declares limits that the page knows, too; has no schemas, so that the browser can load it. */

/** The greatest length of a text to send. */
export const longestText = 20_000

/** The number of messages that may be starred. */
export const mostStarred = 10_000

/** The number of messages that one request may name. */
export const mostNamedMessages = 200

/** The number of messages that may be scheduled at once. */
export const mostScheduled = 1_000

/** How far ahead a message may be scheduled. */
export const farthestScheduledDays = 366

/** The greatest length of the conditions of a rule, in UTF-16 code units. */
export const longestConditions = 4_000

/** The most conversations that one request may name. */
export const mostNamedConversations = 50
