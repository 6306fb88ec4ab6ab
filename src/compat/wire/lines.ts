/**
 * Writes GUIDs of messages as rows have them. On a hub each begins with the number of its line, as those of conversations do:
 * everyone in a group has its messages under the same GUIDs.
 */

/** The number of the line with its sign; empty where this is no hub. */
const lineIn = (conversation: string | null): string => /^\d{1,4}~/.exec(conversation ?? '')?.[0] ?? ''

/** Whether a conversation is that of a hub. */
export const isOfHub = (conversation: string | null): boolean => lineIn(conversation) !== ''

export const guidOfRow = (conversation: string | null, guid: string): string => `${lineIn(conversation)}${guid}`
