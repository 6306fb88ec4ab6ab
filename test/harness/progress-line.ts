/** Shows the progress of a long command: a terminal line that is overwritten, or a new line each time elsewhere. */
const overwrite = '\r\x1b[K'

export interface ProgressLine {
  now(what: string): void
  /** Prints a line that stays. */
  line(what: string): void
  clear(): void
}

export function progressLine(): ProgressLine {
  const { isTTY } = process.stderr
  const write = (text: string) => process.stderr.write(text)
  const line = (what: string) => void write(isTTY ? `${overwrite}${what}\n` : `${what}\n`)
  return {
    line,
    now: isTTY ? (what) => void write(`${overwrite}${what}`) : line,
    clear: () => void (isTTY && write(overwrite)),
  }
}
