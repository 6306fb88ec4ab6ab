/** Writes to stderr what a process of the proof logs. */
import type { Logger } from '../../src/contract/log-entry.ts'

const say = (what: string): void => void process.stderr.write(`${what}\n`)

export const stderrLog: Logger = { debug: () => undefined, info: say, warn: say, error: say, as: () => stderrLog }
