/** Reads binary property lists (`bplist00`): every object is read at most once, and only if the top one leads to it. */
import { Buffer } from 'node:buffer'
import { type ArchivedValue, ArchiveUid, newRecord } from '../archived-value.ts'
import { damage, limits } from '../decoded.ts'
import { exactNumber, secondsToDate } from '../foundation-values.ts'
import { count, enter, leave, newTally, type Tally } from '../tally.ts'

const magic = Buffer.from('bplist00')
const trailerLength = 32

export const isPropertyList = (bytes: Uint8Array): boolean => magic.every((byte, i) => bytes[i] === byte)

/** Returns the top object. Sets become lists; only data shares memory with the input. */
export function readPropertyList(bytes: Uint8Array): ArchivedValue {
  const plist = openPlist(bytes)
  return readObject(plist, plist.top)
}

interface Plist {
  readonly bytes: Buffer
  readonly objectCount: number
  readonly top: number
  readonly tableAt: number
  readonly offsetSize: number
  readonly referenceSize: number
  readonly read: Map<number, { value: ArchivedValue; items: number } | typeof open>
  readonly tally: Tally
}

/** Marks an object whose content is still being read. */
const open = Symbol('open')

function openPlist(source: Uint8Array): Plist {
  if (!isPropertyList(source)) damage('not a binary property list')
  if (source.length > limits.inputBytes) damage('larger than any message')
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const trailerAt = bytes.length - trailerLength
  if (trailerAt < magic.length) damage('ends too early')
  const plist = {
    bytes,
    offsetSize: sizeAt(bytes, trailerAt + 6),
    referenceSize: sizeAt(bytes, trailerAt + 7),
    objectCount: unsignedAt(bytes, trailerAt + 8, 8),
    top: unsignedAt(bytes, trailerAt + 16, 8),
    tableAt: unsignedAt(bytes, trailerAt + 24, 8),
    read: new Map(),
    tally: newTally(),
  }
  if (plist.tableAt + plist.objectCount * plist.offsetSize > trailerAt) damage('a table longer than the file')
  return plist
}

function sizeAt(bytes: Buffer, at: number): number {
  const size = bytes[at] ?? 0
  return size >= 1 && size <= 8 ? size : damage('numbers of no width')
}

function unsignedAt(bytes: Buffer, at: number, size: number): number {
  if (at + size > bytes.length) damage('ends too early')
  let value = 0
  for (let i = at; i < at + size; i++) value = value * 0x100 + (bytes[i] ?? 0)
  return value
}

function readObject(plist: Plist, reference: number): ArchivedValue {
  const before = plist.read.get(reference)
  if (before === open) return damage('an object that lies in itself')
  if (before !== undefined) {
    count(plist.tally, before.items)
    return before.value
  }
  if (reference >= plist.objectCount) damage('refers to an object that is not there')
  const itemsBefore = plist.tally.items
  count(plist.tally, 1)
  enter(plist.tally)
  plist.read.set(reference, open)
  const value = readAt(plist, unsignedAt(plist.bytes, plist.tableAt + reference * plist.offsetSize, plist.offsetSize))
  plist.read.set(reference, { value, items: plist.tally.items - itemsBefore })
  leave(plist.tally)
  return value
}

function readAt(plist: Plist, at: number): ArchivedValue {
  const { bytes } = plist
  const marker = unsignedAt(bytes, at, 1)
  const low = marker & 0x0f
  switch (marker >> 4) {
    case 0x0:
      return constants.get(low) ?? (low === 0 ? null : damage('an object of no known kind'))
    case 0x1:
      return integerAt(bytes, at + 1, low)
    case 0x2:
      return realAt(bytes, at + 1, low)
    case 0x3:
      return secondsToDate(realAt(bytes, at + 1, 3))
    case 0x8:
      return new ArchiveUid(unsignedAt(bytes, at + 1, low + 1))
  }
  return readSized(plist, marker >> 4, extentAt(bytes, at, low))
}

const constants = new Map([
  [8, false],
  [9, true],
])

function readSized(plist: Plist, kind: number, { at, length }: Extent): ArchivedValue {
  switch (kind) {
    case 0x4:
      return slice(plist.bytes, at, length)
    case 0x5:
      return plist.bytes.toString('latin1', at, endOf(plist.bytes, at, length))
    case 0x6:
      return Buffer.from(slice(plist.bytes, at, length * 2))
        .swap16()
        .toString('utf16le')
    case 0x7:
      return plist.bytes.toString('utf8', at, endOf(plist.bytes, at, length))
    case 0xa:
    case 0xb:
    case 0xc:
      return references(plist, at, length).map((reference) => readObject(plist, reference))
    case 0xd:
      return readDictionary(plist, at, length)
    default:
      return damage('an object of no known kind')
  }
}

/** The position of an object's content, and its length in bytes, characters or entries. */
interface Extent {
  at: number
  length: number
}

/** A length of 15 or more follows as a number of its own. */
function extentAt(bytes: Buffer, markerAt: number, low: number): Extent {
  if (low !== 0x0f) return { at: markerAt + 1, length: low }
  const size = 1 << (unsignedAt(bytes, markerAt + 1, 1) & 0x0f)
  if (size > 8) damage('a length of no width')
  return { at: markerAt + 2 + size, length: unsignedAt(bytes, markerAt + 2, size) }
}

function slice(bytes: Buffer, at: number, length: number): Buffer {
  return bytes.subarray(at, endOf(bytes, at, length))
}

function endOf(bytes: Buffer, at: number, length: number): number {
  return at + length > bytes.length ? damage('ends too early') : at + length
}

function references({ bytes, referenceSize }: Plist, at: number, length: number): number[] {
  const end = endOf(bytes, at, length * referenceSize)
  if (length > limits.items) damage('more objects than any message has')
  const found: number[] = []
  for (let place = at; place < end; place += referenceSize) found.push(unsignedAt(bytes, place, referenceSize))
  return found
}

/** All keys come first, then all values. */
function readDictionary(plist: Plist, at: number, length: number): ArchivedValue {
  const keys = references(plist, at, length)
  const values = references(plist, at + length * plist.referenceSize, length)
  const record = newRecord()
  for (let i = 0; i < length; i++) {
    const key = readObject(plist, keys[i] ?? 0)
    record[typeof key === 'string' ? key : damage('a key that is not text')] = readObject(plist, values[i] ?? 0)
  }
  return record
}

/** Integers of up to four bytes are unsigned and those of eight are signed; sixteen bytes hold larger values. */
function integerAt(bytes: Buffer, at: number, widthBits: number): number | bigint {
  if (widthBits < 3) return unsignedAt(bytes, at, 1 << widthBits)
  if (widthBits > 4) damage('a number of no width')
  const width = 1 << widthBits
  endOf(bytes, at, width)
  const low = bytes.readBigUInt64BE(at + width - 8)
  return exactNumber(width === 8 ? BigInt.asIntN(64, low) : (bytes.readBigInt64BE(at) << 64n) | low)
}

function realAt(bytes: Buffer, at: number, widthBits: number): number {
  if (widthBits !== 2 && widthBits !== 3) damage('a number of no width')
  endOf(bytes, at, 1 << widthBits)
  return widthBits === 2 ? bytes.readFloatBE(at) : bytes.readDoubleBE(at)
}
