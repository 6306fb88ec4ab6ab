/** The state that the window of a simulated Messages keeps from script to script. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../../../src/base/errors.ts'

export interface WindowState {
  chat: string | null
  /** How often each message was edited through the window. */
  edits: Record<string, number>
}

const fileOf = (home: string) => join(home, '.simulator-window.json')

export function windowState(home: string): WindowState {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as WindowState
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return { chat: null, edits: {} }
    throw error
  }
}

export function keepWindowState(home: string, state: WindowState): void {
  const temporary = `${fileOf(home)}.${process.pid}`
  writeFileSync(temporary, JSON.stringify(state))
  renameSync(temporary, fileOf(home))
}
