/** Lines to take along: as JSON lines, as a table or as text, with numbers and addresses masked where that is wanted. */
import type { LogEntry } from '../../../src/contract/log-entry.ts'

export const logFormats = ['jsonl', 'csv', 'txt'] as const
export type LogFormat = (typeof logFormats)[number]

const addresses = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g
const numbers = /\+?\d[\d\s().-]{5,}\d/g
const digits = 7
/** Times and dates are made of digits, too. */
const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)

/** E-mail addresses and whatever could be a phone number become dots. */
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

/** A cell that begins like a formula would be one in a spreadsheet. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
