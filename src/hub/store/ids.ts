/** Makes the ids that the hub gives from those of a Mac, and back: Macs number their rows alike, and share spellings of chats. */

/** Rows of one line are numbered within this many; 8,191 lines fit into the whole numbers that JSON keeps exactly. */
const rowsOfLine = 2 ** 40
/** Numbers from here on belong to rows whose own was taken, as after another chat.db. */
export const firstSpare = 2 ** 39

export const hubRowid = (line: number, n: number): number => line * rowsOfLine + n
export const lineOfRowid = (rowid: number): number => Math.floor(rowid / rowsOfLine)

/** The last part of what a Mac calls by a GUID or an id, in the hub. */
export const hubGuid = (line: number, guid: string): string => `${line}~${guid}`

/** Undefined where it is no id of the hub. */
export function ofHubGuid(written: string): { line: number; guid: string } | undefined {
  const [, line, guid] = /^(\d{1,4})~(.+)$/s.exec(written) ?? []
  return line === undefined || guid === undefined ? undefined : { line: Number(line), guid }
}
