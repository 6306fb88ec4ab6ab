/** Selects the requested entries of the log. */
import { type LogEntry, type LogLevel, logLevels } from '../../contract/log-entry.ts'

export interface WantedLog {
  /** The lowest level. */
  level: LogLevel | undefined
  /** Any of these; undefined accepts all. */
  sources: readonly string[] | undefined
}

export const isWanted = ({ level, source }: LogEntry, wanted: WantedLog): boolean =>
  (wanted.level === undefined || logLevels.indexOf(level) >= logLevels.indexOf(wanted.level)) &&
  (wanted.sources === undefined || wanted.sources.includes(source))
