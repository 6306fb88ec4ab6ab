/** Shows the progress of a long task: a bar that is redrawn on a terminal, and nothing elsewhere. */
import { atMostEvery } from '../../base/throttle.ts'

export interface Progress {
  /** `done` out of the total; `label` is shown after the bar. */
  at(done: number, label: string): void
  /** Removes the bar. */
  end(): void
}

interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const everyMs = 100
const widest = 30
const clear = '\r\x1b[K'

export function progressOf(total: number, screen: Screen = process.stderr, nowMs = () => performance.now()): Progress {
  if (screen.isTTY !== true) return { at: () => {}, end: () => {} }
  const mayDraw = atMostEvery(everyMs, nowMs)
  return {
    at(done, label) {
      if (!mayDraw()) return
      screen.write(`${clear}${barOf(total === 0 ? 1 : done / total, label, screen.columns || 80)}`)
    },
    end: () => void screen.write(clear),
  }
}

export function barOf(share: number, label: string, columns: number): string {
  const part = Math.min(Math.max(share, 0), 1)
  const width = Math.max(Math.min(widest, columns - label.length - 10), 0)
  const full = Math.round(part * width)
  const bar = width < 5 ? '' : `${'━'.repeat(full)}${'─'.repeat(width - full)}  `
  return `${String(Math.floor(part * 100)).padStart(3)} %  ${bar}${label}`.slice(0, Math.max(columns - 1, 0))
}
