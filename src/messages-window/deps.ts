/** Declares the dependencies and timings for operating the window of Messages. */
import type { Features } from '../mac/features.ts'
import type { History } from '../mac/history/history.ts'
import type { Programs } from '../mac/programs.ts'

export interface WindowOptions {
  programs: Pick<Programs, 'osascript'>
  history: Pick<History, 'placed' | 'conversation' | 'messages'>
  /** Throws `messages_…` errors while chat.db cannot be read. */
  features(): Features
  /** The owner's own addresses; without them a message to oneself counts as any other. */
  selfHandles?(): readonly string[]
  /** The setting `send.ui_scripting`. */
  isOn(): boolean
  /** Acquires the lock under which scripts control Messages; undefined while another process holds it. */
  tryLock(): { release(): void } | undefined
  nowMs?(): number
  timings?: Partial<Timings>
}

/** All in milliseconds. */
export interface Timings {
  /** How long to wait for sending scripts to end. */
  lockWithin: number
  lockAgain: number
  /** How long to wait for chat.db to show the change. */
  shownWithin: number
  checkAgain: number
  /** How long a result about the permission stays valid. */
  permissionHolds: number
}

export const timings: Timings = {
  lockWithin: 30_000,
  lockAgain: 50,
  shownWithin: 8_000,
  checkAgain: 100,
  permissionHolds: 5_000,
}

export type WindowDeps = Required<WindowOptions> & { timings: Timings }
