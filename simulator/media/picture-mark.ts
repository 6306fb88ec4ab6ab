/**
 * Marks a file with the number of its picture, in the file's comment, and reads the mark back for the stand-in for
 * `sips`.
 */

/** The mark ends with a semicolon, since what follows a comment in a file may begin with a digit. */
const MARK = /Simulated picture (\d+);/

export const commentOf = (variant: number): string => `Simulated picture ${variant};`

/** Undefined for a file that we did not make. */
export function variantOf(bytes: Buffer): number | undefined {
  const marked = MARK.exec(bytes.toString('latin1', 0, 4096))?.[1]
  return marked === undefined ? undefined : Number(marked)
}
