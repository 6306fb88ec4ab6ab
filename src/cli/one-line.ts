/** Shows what somebody wrote on one line, shortened, with hidden characters made visible. */
import { visible } from '../base/visible.ts'

const longestShown = 60

export function oneLine(text: string): string {
  const line = visible(text).replaceAll(/\s+/g, ' ').trim()
  return line.length > longestShown ? `${line.slice(0, longestShown - 1)}…` : line
}
