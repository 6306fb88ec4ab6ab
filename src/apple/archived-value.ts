/** Declares the values of Apple's archives, with functions that read one as the expected kind. */

export type ArchivedValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Uint8Array
  | AttributedString
  | ArchiveUid
  | readonly ArchivedValue[]
  | ArchivedRecord

/**
 * A dictionary, or an object of an unknown class, whose class name is under `$class`. It has no prototype, so that a
 * key of the archive cannot reach anything outside the archive.
 */
export type ArchivedRecord = { readonly [key: string]: ArchivedValue }

/** NSAttributedString: the text, and the attributes of its runs, which cover the text exactly and in order. */
export class AttributedString {
  readonly text: string
  readonly runs: readonly Run[]

  constructor(text: string, runs: readonly Run[]) {
    this.text = text
    this.runs = runs
  }
}

/** Stands in the property list of a keyed archive for the object of this number; a resolved archive has none. */
export class ArchiveUid {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** A run of text, in UTF-16 code units. Runs with equal attributes may share one record. */
export interface Run {
  readonly start: number
  readonly length: number
  readonly attributes: ArchivedRecord
}

export function newRecord(): Record<string, ArchivedValue> {
  return Object.create(null)
}

type Asked = ArchivedValue | undefined

export const isRecord = (value: Asked): value is ArchivedRecord =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array) &&
  !(value instanceof Date) &&
  !(value instanceof AttributedString) &&
  !(value instanceof ArchiveUid)

const nothing = newRecord()

/** Returns the value as a record; an empty one where it is something else. */
export const recordIn = (value: Asked): ArchivedRecord => (isRecord(value) ? value : nothing)

/** Returns the value as a list; an empty one where it is something else. */
export const listIn = (value: Asked): readonly ArchivedValue[] => (Array.isArray(value) ? value : [])

/** Returns the value as text; null where it is empty or something else. */
export const textIn = (value: Asked): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const numberIn = (value: Asked): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const bytesIn = (value: Asked): Uint8Array | null => (value instanceof Uint8Array ? value : null)

/** Whether a flag is set: Apple stores flags as booleans, and as the number 1. */
export const flagIn = (value: Asked): boolean => value === true || value === 1
