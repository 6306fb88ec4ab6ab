/** Which picture a file shows: written into its comment when it is made, read again by the stand-in of `sips`. */

const MARK = /Simulated picture (\d+)/

export const commentOf = (variant: number): string => `Simulated picture ${variant}`

/** A file that is not of our making shows some picture all the same, always the same one. */
export function variantOf(bytes: Buffer): number {
  const marked = MARK.exec(bytes.toString('latin1', 0, 4096))?.[1]
  return marked === undefined ? bytes.length % 997 : Number(marked)
}
