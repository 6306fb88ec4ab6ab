/** Reads the objects of a typedstream: the class of each, its content, and the references between them. */
import type { ArchivedValue } from '../archived-value.ts'
import { damage, limits } from '../decoded.ts'
import { count, enter, leave, newTally, type Tally } from '../tally.ts'
import { decodeCharacters } from './characters.ts'
import { type Meaning, meanings, nameOnly } from './meanings.ts'
import {
  readByte,
  readInteger,
  readName,
  readReal,
  readTypes,
  readUnsigned,
  readWideInteger,
  referenceAfter,
  type Stream,
  skip,
  tag,
} from './stream.ts'
import type { Type } from './type-encoding.ts'

/** A stream together with what has been read from it so far. */
export interface Archive {
  readonly stream: Stream
  readonly referables: Referable[]
  readonly tally: Tally
}

/** The targets of later references. An object is open until its content has been read. */
type Referable =
  | ArchivedClass
  | { kind: 'text'; value: string }
  | { kind: 'object'; value: ArchivedValue; items: number }
  | typeof open

/** The meaning is missing while the ancestors, which may provide it, are still being read. */
interface ArchivedClass {
  readonly kind: 'class'
  readonly name: string
  meaning: Meaning | undefined
}

const open = { kind: 'open' } as const

export const openArchive = (stream: Stream): Archive => ({ stream, referables: [], tally: newTally() })

/** Reads one group: a type encoding, and the values that it announces. */
export function readGroup(archive: Archive): ArchivedValue[] {
  const fields: ArchivedValue[] = []
  readGroupAfter(archive, readByte(archive.stream), fields)
  return fields
}

function readGroupAfter(archive: Archive, head: number, fields: ArchivedValue[]): void {
  for (const type of readTypes(archive.stream, head)) fields.push(readField(archive, type))
}

function readField(archive: Archive, type: Type): ArchivedValue {
  const { stream } = archive
  switch (type.kind) {
    case 'object':
      return readObject(archive)
    case 'integer':
      return readWideInteger(stream, type.signed)
    case 'byte':
      return type.signed ? (readByte(stream) << 24) >> 24 : readByte(stream)
    case 'characters':
      return readCharacters(stream)
    case 'c-string':
      return readCString(archive)
    case 'real':
      return readReal(stream, type.width)
    case 'bytes':
      return readBytes(stream, type.count)
    case 'class':
      return readClass(archive)?.name ?? null
    case 'name':
      return readName(stream, readByte(stream))
    case 'struct':
      return readStruct(archive, type.members)
    case 'array':
      return readArray(archive, type.element, type.count)
    case 'nothing':
      count(archive.tally, 1)
      return null
  }
}

function readObject(archive: Archive): ArchivedValue {
  const head = readByte(archive.stream)
  if (head === tag.nil) return null
  if (head !== tag.new) return referredObject(archive, referenceAfter(archive.stream, head))
  enter(archive.tally)
  const index = archive.referables.push(open) - 1
  const itemsBefore = archive.tally.items
  count(archive.tally, 1)
  const { meaning = nameOnly, name } = readClass(archive) ?? damage('an object without a class')
  const value = meaning(readContent(archive), name)
  archive.referables[index] = { kind: 'object', value, items: archive.tally.items - itemsBefore }
  leave(archive.tally)
  return value
}

/** Returns null for a reference to an enclosing object, so that the result has no cycles and is safe to traverse. */
function referredObject(archive: Archive, index: number): ArchivedValue {
  const referred = archive.referables[index]
  if (referred === open) return null
  if (referred?.kind !== 'object') return damage('refers to an object that is not there')
  count(archive.tally, referred.items)
  return referred.value
}

function readContent(archive: Archive): ArchivedValue[] {
  const fields: ArchivedValue[] = []
  for (let head = readByte(archive.stream); head !== tag.end; head = readByte(archive.stream)) {
    readGroupAfter(archive, head, fields)
  }
  return fields
}

/** Reads a class with its ancestors, as far as they have not been read before. */
function readClass(archive: Archive): ArchivedClass | null {
  const { stream, referables } = archive
  const met: ArchivedClass[] = []
  let head = readByte(stream)
  for (; head === tag.new; head = readByte(stream)) {
    const name = readName(stream, readByte(stream)) ?? damage('a class without a name')
    readInteger(stream)
    const archived: ArchivedClass = { kind: 'class', name, meaning: undefined }
    referables.push(archived)
    if (met.push(archived) > limits.depth) damage('classes nested too deeply')
  }
  const ancestor = head === tag.nil ? null : referredClass(archive, referenceAfter(stream, head))
  inherit(met, ancestor?.meaning ?? nameOnly)
  return met[0] ?? ancestor
}

function referredClass(archive: Archive, index: number): ArchivedClass {
  const referred = archive.referables[index]
  return referred?.kind === 'class' && referred.meaning ? referred : damage('refers to a class that is not there')
}

/** A class has its own known meaning, or that of its nearest known ancestor. */
function inherit(descendants: ArchivedClass[], ancestral: Meaning): void {
  let meaning = ancestral
  for (let i = descendants.length - 1; i >= 0; i--) {
    const archived = descendants[i]
    if (!archived) continue
    meaning = meanings.get(archived.name) ?? meaning
    archived.meaning = meaning
  }
}

function readCString(archive: Archive): string | null {
  const head = readByte(archive.stream)
  if (head === tag.nil) return null
  if (head !== tag.new) {
    const referred = archive.referables[referenceAfter(archive.stream, head)]
    return referred?.kind === 'text' ? referred.value : damage('refers to a string that is not there')
  }
  const value = readName(archive.stream, readByte(archive.stream)) ?? damage('a string without characters')
  archive.referables.push({ kind: 'text', value })
  return value
}

/** Returns text, or the bytes themselves where they are not valid text; the class decides whether that is damage. */
function readCharacters(stream: Stream): string | Uint8Array {
  const length = readUnsigned(stream)
  const start = skip(stream, length)
  return decodeCharacters(stream.bytes, start, stream.at) ?? stream.bytes.subarray(start, stream.at)
}

function readBytes(stream: Stream, length: number): Uint8Array {
  const start = skip(stream, length)
  return stream.bytes.subarray(start, stream.at)
}

function readStruct(archive: Archive, members: readonly Type[]): ArchivedValue[] {
  count(archive.tally, 1)
  return members.map((member) => readField(archive, member))
}

function readArray(archive: Archive, element: Type, length: number): ArchivedValue[] {
  count(archive.tally, length)
  return Array.from({ length }, () => readField(archive, element))
}
