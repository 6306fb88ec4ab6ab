/** Which picture a file shows: written into its comment when it is made, read again by the stand-in of `sips`. */

/** It ends with a mark of its own: what follows a comment in a file may well begin with a digit. */
const MARK = /Simulated picture (\d+);/

export const commentOf = (variant: number): string => `Simulated picture ${variant};`

/** Undefined for a file that is not of our making. */
export function variantOf(bytes: Buffer): number | undefined {
  const marked = MARK.exec(bytes.toString('latin1', 0, 4096))?.[1]
  return marked === undefined ? undefined : Number(marked)
}
