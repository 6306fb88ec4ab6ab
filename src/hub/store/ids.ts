/**
 * Converts the ids of Macs into those of the hub and back: Macs number their rows alike, and use the same GUIDs for
 * chats.
 */

/**
 * The size of the range of numbers for the rows of one line; 8,191 lines fit into the whole numbers that JSON keeps
 * exactly.
 */
const rowsOfLine = 2 ** 40
/** Numbers from here on belong to rows whose own number was taken, for example after chat.db was replaced. */
export const firstSpare = 2 ** 39

export const hubRowid = (line: number, n: number): number => line * rowsOfLine + n
export const lineOfRowid = (rowid: number): number => Math.floor(rowid / rowsOfLine)

/** Returns the id of the hub for a GUID or id of a Mac. */
export const hubGuid = (line: number, guid: string): string => `${line}~${guid}`

/** Returns undefined if it is no id of the hub. */
export function ofHubGuid(written: string): { line: number; guid: string } | undefined {
  const [, line, guid] = /^(\d{1,4})~(.+)$/s.exec(written) ?? []
  return line === undefined || guid === undefined ? undefined : { line: Number(line), guid }
}
