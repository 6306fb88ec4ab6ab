/**
 * Messages that were handed to Messages and are still under way: a file for each in the simulated home, until something
 * takes it further.
 */

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../../src/base/errors.ts'
import { makeFolder } from '../folders.ts'
import type { SendRequest } from '../programs/messages-app.ts'

/** The outcome of a message: it arrives, its row gets an error, or Messages then automatically sends it as an SMS. */
export type Fate =
  | { readonly is: 'arrives'; readonly deliveredAfterMs?: number }
  | { readonly is: 'fails'; readonly error: number; readonly afterMs: number }
  | { readonly is: 'downgrades'; readonly afterMs: number }

export interface UnderWay {
  readonly guid: string
  readonly fate: Fate
  /** Unix milliseconds with fractions. */
  readonly sinceMs: number
  /** Set for a message without a row so far, and for the second row of one to oneself. */
  readonly late?: { readonly request: SendRequest; readonly landsAtMs: number; readonly isCopy?: true }
}

const folderOf = (home: string) => join(home, '.simulator-under-way')
const fileOf = (home: string, guid: string) => join(folderOf(home), guid)

export function putUnderWay(home: string, message: UnderWay): void {
  makeFolder(folderOf(home))
  const temporary = join(home, `.${message.guid}`)
  writeFileSync(temporary, JSON.stringify(message))
  renameSync(temporary, fileOf(home, message.guid))
}

/** Returns the oldest first. */
export function allUnderWay(home: string): UnderWay[] {
  const guids = unlessMissing(() => readdirSync(folderOf(home))) ?? []
  return guids.flatMap((guid) => underWay(home, guid) ?? []).toSorted((a, b) => a.sinceMs - b.sinceMs)
}

export function underWay(home: string, guid: string): UnderWay | undefined {
  const text = unlessMissing(() => readFileSync(fileOf(home, guid), 'utf8'))
  return text === undefined ? undefined : (JSON.parse(text) as UnderWay)
}

export const arrived = (home: string, guid: string): void => rmSync(fileOf(home, guid), { force: true })

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
