/** What a long command does just now: one line of a terminal, written over and over; elsewhere a line each time. */
const overwrite = '\r\x1b[K'

export interface ProgressLine {
  now(what: string): void
  /** Stays. */
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
