/** For attacks: what they say is no news. */
import type { Logger } from '../../../contract/log-entry.ts'

const nothing = (): void => undefined

export const silentLog: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  as: () => silentLog,
}
