/**
 * Keeps a small JSON file in the plugin's own folder that a crash leaves intact: with the old content or the new one.
 */
import { readFileSync } from 'node:fs'
import { replaceFile } from '../shared/durable-file.ts'

export class JsonFile<T extends object> {
  readonly #path: string
  #value: T

  /** Starts with the empty value when the file cannot be read. */
  constructor(path: string, empty: T) {
    this.#path = path
    this.#value = { ...empty, ...readObject(path) }
  }

  get value(): T {
    return this.#value
  }

  /** Returns once the value is on the disk. */
  write(value: T): void {
    this.#value = value
    replaceFile(this.#path, JSON.stringify(value))
  }
}

function readObject(path: string): object {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
