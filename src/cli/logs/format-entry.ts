/** Formats an entry of the log as a line for the terminal, with the local time and optional colours. */
import { styleText } from 'node:util'
import type { LogEntry, LogLevel } from '../../contract/log-entry.ts'
import { localTime } from '../local-time.ts'

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
