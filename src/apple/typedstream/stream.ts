/** Reads the bytes of a typedstream: its header, and the few kinds of token of which everything in it consists. */
import { Buffer } from 'node:buffer'
import { damage, limits } from '../decoded.ts'
import { exactNumber } from '../foundation-values.ts'
import { knownString } from './known-strings.ts'
import { parseTypes, type Type } from './type-encoding.ts'

/** The first bytes of tokens. Every other byte is a number that needs no more bytes. */
export const tag = {
  int16: 0x81,
  int32: 0x82,
  real: 0x83,
  new: 0x84,
  nil: 0x85,
  end: 0x86,
  int64: 0x87,
} as const
const firstTag = 0x80
const lastTag = 0x91
/** References count from here, so that the first ones fit into a single byte after the tags. */
const firstReference = lastTag + 1 - 0x100

/** A stream that is decoded in place; `at` advances. */
export interface Stream {
  readonly bytes: Buffer
  readonly bigEndian: boolean
  at: number
  readonly names: Name[]
}

const littleEndian = 'streamtyped'
const bigEndian = 'typedstream'
const version = 4

/** Reads the header and stops before the first value. */
export function openStream(bytes: Uint8Array): Stream {
  const buffer = viewOf(bytes)
  const end = 2 + littleEndian.length
  const signature = buffer.toString('latin1', 2, end)
  const isKnown = signature === littleEndian || signature === bigEndian
  if (buffer[0] !== version || buffer[1] !== littleEndian.length || !isKnown) damage('not a typedstream')
  const stream: Stream = { bytes: buffer, bigEndian: signature === bigEndian, at: end, names: [] }
  readInteger(stream)
  return stream
}

/** A Buffer reads strings out of its middle several times faster than a TextDecoder does. */
export function viewOf(bytes: Uint8Array): Buffer {
  if (bytes.length > limits.inputBytes) damage('larger than any message')
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function readByte(stream: Stream): number {
  const byte = stream.bytes[stream.at++]
  return byte === undefined ? damage('ends too early') : byte
}

/** Advances by `length` bytes and returns where they begin. */
export function skip(stream: Stream, length: number): number {
  const start = stream.at
  if (length < 0 || length > stream.bytes.length - start) damage('ends too early')
  stream.at = start + length
  return start
}

/** Reads a signed number of up to four bytes. */
export const readInteger = (stream: Stream): number => numberAfter(stream, readByte(stream), true)

/** Reads a length or count. */
export const readUnsigned = (stream: Stream): number => numberAfter(stream, readByte(stream), false)

/** Reads a signed or unsigned number of any width; eight bytes become a bigint where a number would not be exact. */
export function readWideInteger(stream: Stream, signed: boolean): number | bigint {
  const head = readByte(stream)
  if (head !== tag.int64) return numberAfter(stream, head, signed)
  const { bytes, bigEndian } = stream
  const at = skip(stream, 8)
  const signedValue = bigEndian ? bytes.readBigInt64BE(at) : bytes.readBigInt64LE(at)
  return exactNumber(signed ? signedValue : BigInt.asUintN(64, signedValue))
}

/** Reads a float (4 bytes) or double (8); whole numbers are stored as integers. */
export function readReal(stream: Stream, width: 4 | 8): number {
  const head = readByte(stream)
  if (head !== tag.real) {
    stream.at--
    return Number(readWideInteger(stream, true))
  }
  const { bytes, bigEndian } = stream
  const at = skip(stream, width)
  if (width === 4) return bigEndian ? bytes.readFloatBE(at) : bytes.readFloatLE(at)
  return bigEndian ? bytes.readDoubleBE(at) : bytes.readDoubleLE(at)
}

/** Returns the index in its table to which a reference with this first byte points. */
export const referenceAfter = (stream: Stream, head: number): number => numberAfter(stream, head, true) - firstReference

function numberAfter(stream: Stream, head: number, signed: boolean): number {
  if (head < firstTag) return head
  if (head > lastTag) return signed ? head - 0x100 : head
  if (head === tag.int16) return readInt16(stream, signed)
  if (head === tag.int32) return readInt32(stream, signed)
  return damage(`no number starts with byte ${head}`)
}

function readInt16(stream: Stream, signed: boolean): number {
  const { bytes, bigEndian } = stream
  const at = skip(stream, 2)
  if (signed) return bigEndian ? bytes.readInt16BE(at) : bytes.readInt16LE(at)
  return bigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)
}

function readInt32(stream: Stream, signed: boolean): number {
  const { bytes, bigEndian } = stream
  const at = skip(stream, 4)
  if (signed) return bigEndian ? bytes.readInt32BE(at) : bytes.readInt32LE(at)
  return bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
}

/** A class name or type encoding: written out the first time, a number afterwards. */
export interface Name {
  readonly text: string
  types: readonly Type[] | undefined
}

/** Returns the name after a first byte that has been read already; null for nil. */
export const readName = (stream: Stream, head: number): string | null => nameAfter(stream, head)?.text ?? null

/** Returns the types that the encoding after this first byte announces. */
export function readTypes(stream: Stream, head: number): readonly Type[] {
  const name = nameAfter(stream, head) ?? damage('values without a type')
  name.types ??= parseTypes(name.text)
  return name.types
}

function nameAfter(stream: Stream, head: number): Name | null {
  if (head === tag.nil) return null
  if (head !== tag.new) {
    return stream.names[referenceAfter(stream, head)] ?? damage('refers to a name that is not there')
  }
  const length = readUnsigned(stream)
  const start = skip(stream, length)
  const text = knownString(stream.bytes, start, length) ?? stream.bytes.toString('latin1', start, stream.at)
  const name: Name = { text, types: undefined }
  stream.names.push(name)
  return name
}
