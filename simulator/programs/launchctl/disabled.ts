/** Stores which launch agents the simulated user has switched off, whether or not they are loaded, as launchd does. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrno } from '../../../src/base/errors.ts'

const fileOf = (home: string) => join(home, '.simulator-launchd-disabled.json')

export const isDisabled = (home: string, label: string): boolean => disabledLabels(home).includes(label)

export function setDisabled(home: string, { label, isDisabled }: { label: string; isDisabled: boolean }): void {
  const others = disabledLabels(home).filter((each) => each !== label)
  writeFileSync(fileOf(home), JSON.stringify(isDisabled ? [...others, label] : others))
}

function disabledLabels(home: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as string[]
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return []
    throw error
  }
}
