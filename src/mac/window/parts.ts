/** What operating the window of Messages needs, and how long it waits for what. */
import type { Features } from '../features.ts'
import type { History } from '../history/history.ts'
import type { Programs } from '../programs.ts'

export interface WindowOptions {
  programs: Pick<Programs, 'osascript'>
  history: Pick<History, 'placed' | 'conversation' | 'messages'>
  /** Throws `messages_…` errors while chat.db cannot be read. */
  features(): Features
  /** The setting `send.ui_scripting`. */
  isOn(): boolean
  /** The lock under which scripts drive Messages; undefined while another holds it. */
  tryLock(): { release(): void } | undefined
  nowMs?(): number
  timings?: Partial<Timings>
}

/** All in milliseconds. */
export interface Timings {
  /** For scripts that send to end. */
  lockWithin: number
  lockAgain: number
  /** For chat.db to show what was done. */
  shownWithin: number
  lookAgain: number
  /** How long the answer about the permission is taken to hold. */
  permissionHolds: number
}

export const timings: Timings = {
  lockWithin: 30_000,
  lockAgain: 50,
  shownWithin: 8_000,
  lookAgain: 100,
  permissionHolds: 5_000,
}

export type WindowParts = Required<WindowOptions> & { timings: Timings }
