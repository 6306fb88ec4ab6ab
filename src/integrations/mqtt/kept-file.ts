/** A small JSON file in the plugin's own folder that a crash leaves intact: with the old content or the new one. */
import { readFileSync } from 'node:fs'
import { replaceFile } from '../shared/durable-file.ts'

export interface KeptFile<T> {
  value(): T
  /** Returns once the value is on the disk. */
  keep(value: T): void
}

/** Starts with the empty value when the file cannot be read. */
export function keptFile<T extends object>(path: string, empty: T): KeptFile<T> {
  let value = { ...empty, ...readIn(path) }
  return {
    value: () => value,
    keep(next) {
      value = next
      replaceFile(path, JSON.stringify(next))
    },
  }
}

function readIn(path: string): object {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
