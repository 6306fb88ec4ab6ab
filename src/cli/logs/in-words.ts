/** An entry of the log as a line for a terminal: the local time, and colours where there are any. */
import { styleText } from 'node:util'
import type { LogEntry, LogLevel } from '../../contract/log-entry.ts'

const colours: Record<LogLevel, Parameters<typeof styleText>[0]> = {
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
}
const levelWidth = 5
const sourceWidth = 12

export function entryLine({ ts, source, level, msg }: LogEntry, isColoured: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  const [name, when] = [level.padEnd(levelWidth), localTime(ts)]
  return `${paint('dim', when)} ${paint(colours[level], name)} ${paint('cyan', source.padEnd(sourceWidth))} ${msg}`
}

const two = (number: number) => String(number).padStart(2, '0')

/** Sortable, as logs are read; what is no time stays as it is. */
function localTime(ts: string): string {
  const at = new Date(ts)
  if (Number.isNaN(at.getTime())) return ts
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
