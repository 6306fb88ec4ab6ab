/**
 * Keeps state/state.json: the export of the cursor that the specification requires. The journal is the authority; this
 * file is read when the journal is lost.
 */
import { lstatSync } from 'node:fs'
import { isObject } from '../base/json-object.ts'
import { hasCode } from '../domain/service-error.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'
import { setAside } from './set-aside.ts'

export interface BridgeState {
  last_rowid: number
  [more: string]: unknown
}

export type StateReading = { state: BridgeState } | { absent: true } | { damage: string }

export function readState(path: string): StateReading {
  try {
    const bytes = readOwned(path)
    return bytes === undefined ? { absent: true } : stateIn(bytes.toString('utf8'))
  } catch (error) {
    if (hasCode(error, 'unsafe_file')) return { damage: String(error.details.reason) }
    return { damage: error instanceof SyntaxError ? 'is not valid JSON' : (error as Error).message }
  }
}

export function writeState(path: string, state: BridgeState): void {
  // Renaming a file cannot replace a folder, so a folder is set aside first.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) setAside(path)
  writeAtomically(path, `${JSON.stringify(state)}\n`)
}

function stateIn(text: string): StateReading {
  if (text.trim() === '') return { damage: 'is empty' }
  const state: unknown = JSON.parse(text)
  if (!isObject(state)) return { damage: 'is no object' }
  const { last_rowid } = state
  if (typeof last_rowid !== 'number' || !Number.isSafeInteger(last_rowid) || last_rowid < 0) {
    return { damage: 'has no usable last_rowid' }
  }
  return { state: { ...state, last_rowid } }
}
