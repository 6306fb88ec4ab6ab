/** Formats a scheduled message as a line for people. */
import type { Scheduled } from '../../contract/send.ts'
import { localTime } from '../local-time.ts'

const longestShown = 60
const states: Readonly<Record<Scheduled['state'], string>> = {
  scheduled: '',
  queued: ' (due, sending)',
  missed: ' (missed, not sent)',
}

/** `whom` is a name where there is one. */
export function formatScheduled({ id, state, send_at, text, file_name }: Scheduled, whom: string): string {
  const content = [file_name, text && shortened(text)].filter(Boolean).join(' · ')
  return `${localTime(send_at)}${states[state]}  ${whom}: ${content}  (${id})`
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestShown ? `${line.slice(0, longestShown - 1)}…` : line
}
