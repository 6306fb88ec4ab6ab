/** A log for attacks that drops everything, because their output is of no interest. */
import type { Logger } from '../../../contract/log-entry.ts'

const nothing = (): void => undefined

export const silentLog: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  as: () => silentLog,
}
