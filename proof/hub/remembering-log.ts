/** Remembers the end of what was logged, for whoever asks why something did not happen. */
import type { Logger } from '../../src/contract/log-entry.ts'

const mostRemembered = 1_000

export function rememberingLog(said: string[]): Logger {
  const say = (what: string): void => {
    said.push(what)
    if (said.length > mostRemembered) said.shift()
  }
  const log: Logger = { debug: () => undefined, info: say, warn: say, error: say, as: () => log }
  return log
}
