/** Which entries of the log somebody wants to see. */
import { type LogEntry, type LogLevel, logLevels } from '../../contract/log-entry.ts'

export interface WantedLog {
  /** The least level. */
  level: LogLevel | undefined
  /** Any of them; undefined: all. */
  sources: readonly string[] | undefined
}

export const isWanted = ({ level, source }: LogEntry, wanted: WantedLog): boolean =>
  (wanted.level === undefined || logLevels.indexOf(level) >= logLevels.indexOf(wanted.level)) &&
  (wanted.sources === undefined || wanted.sources.includes(source))
