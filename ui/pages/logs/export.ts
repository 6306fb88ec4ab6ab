/** Exports log lines as JSON Lines, CSV or text, with numbers and addresses masked if wanted. */
import type { LogEntry } from '../../../src/contract/log-entry.ts'

export const logFormats = ['jsonl', 'csv', 'txt'] as const
export type LogFormat = (typeof logFormats)[number]

const addresses = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g
const numbers = /\+?\d[\d\s().-]{5,}\d/g
const digits = 7
/** Dates and times consist of digits but are not phone numbers. */
const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)

/** Replaces e-mail addresses and possible phone numbers with dots. */
export const masked = (text: string): string =>
  text
    .replaceAll(addresses, '•••@•••')
    .replaceAll(numbers, (found) =>
      isMoment(found) || found.replaceAll(/\D/g, '').length < digits ? found : `•••${found.slice(-2)}`,
    )

interface Wanted {
  format: LogFormat
  maskHandles: boolean
}

export function exported(entries: readonly LogEntry[], { format, maskHandles }: Wanted): string {
  const told = entries.map(({ ts, source, level, msg }) => ({
    ts,
    source,
    level,
    msg: maskHandles ? masked(msg) : msg,
  }))
  if (format === 'jsonl') return told.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  if (format === 'txt') return told.map(({ ts, source, level, msg }) => `${ts} ${level} ${source} ${msg}\n`).join('')
  return [
    'ts,level,source,msg',
    ...told.map(({ ts, source, level, msg }) => [ts, level, source, msg].map(cell).join(',')),
  ]
    .map((line) => `${line}\r\n`)
    .join('')
}

/** A cell that begins like a formula, or with what a spreadsheet skips before one, would be run as one. */
const cell = (text: string): string =>
  `"${(/^[=+\-@\t\r\n=+-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
