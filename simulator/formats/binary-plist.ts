// Writes binary property lists (bplist00), with the UIDs that keyed archives need.

/** A reference to an object of a keyed archive. */
export interface Uid {
  uid: number
}

/** A number that is stored as a real although it is whole. */
export interface Real {
  real: number
}

export type Plist =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Date
  | Uid
  | Real
  | readonly Plist[]
  | { readonly [key: string]: Plist }

export const uid = (number: number): Uid => ({ uid: number })
export const real = (number: number): Real => ({ real: number })

const isUid = (value: object): value is Uid => 'uid' in value && typeof value.uid === 'number'
const isReal = (value: object): value is Real => 'real' in value && typeof value.real === 'number'
const appleEpochSeconds = 978_307_200

function bigEndian(value: number | bigint, width: number): Buffer {
  const bytes = Buffer.alloc(width)
  if (width === 8) bytes.writeBigInt64BE(BigInt(value))
  else bytes.writeUIntBE(Number(value), 0, width)
  return bytes
}

const widthOf = (value: number | bigint): 1 | 2 | 4 | 8 => {
  if (value < 0 || value > 0xffff_ffff) return 8
  return value <= 0xff ? 1 : value <= 0xffff ? 2 : 4
}

function integerBytes(value: number | bigint): Buffer {
  const width = widthOf(value)
  return Buffer.concat([Buffer.from([0x10 | Math.log2(width)]), bigEndian(value, width)])
}

function realBytes(marker: number, value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes[0] = marker
  bytes.writeDoubleBE(value, 1)
  return bytes
}

const header = (kind: number, count: number): Buffer =>
  count < 15 ? Buffer.from([kind | count]) : Buffer.concat([Buffer.from([kind | 15]), integerBytes(count)])

function stringBytes(value: string): Buffer {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what the format means
  if (/^[\x00-\x7f]*$/.test(value)) return Buffer.concat([header(0x50, value.length), Buffer.from(value, 'latin1')])
  return Buffer.concat([header(0x60, value.length), Buffer.from(value, 'utf16le').swap16()])
}

/** Encodes a scalar. Returns undefined for an array or a dictionary, which refer to other objects. */
function scalarBytes(value: Plist): Buffer | undefined {
  if (value === null) return Buffer.from([0x00])
  if (typeof value === 'boolean') return Buffer.from([value ? 0x09 : 0x08])
  if (typeof value === 'bigint') return integerBytes(value)
  if (typeof value === 'number') return Number.isInteger(value) ? integerBytes(value) : realBytes(0x23, value)
  if (typeof value === 'string') return stringBytes(value)
  if (value instanceof Uint8Array) return Buffer.concat([header(0x40, value.length), value])
  if (value instanceof Date) return realBytes(0x33, value.getTime() / 1000 - appleEpochSeconds)
  if (isReal(value)) return realBytes(0x23, value.real)
  if (isUid(value)) {
    const width = widthOf(value.uid)
    return Buffer.concat([Buffer.from([0x80 | (width - 1)]), bigEndian(value.uid, width)])
  }
  return undefined
}

type Collection = { kind: number; count: number; references: number[] }

interface Objects {
  entries: Array<Buffer | Collection>
  /** Objects by their bytes, so that equal scalars become one object. */
  known: Map<string, number>
}

function addScalar({ entries, known }: Objects, bytes: Buffer): number {
  const name = bytes.toString('latin1')
  const number = known.get(name) ?? entries.push(bytes) - 1
  known.set(name, number)
  return number
}

function add(objects: Objects, value: Plist): number {
  const scalar = scalarBytes(value)
  if (scalar) return addScalar(objects, scalar)
  const collection: Collection = { kind: 0, count: 0, references: [] }
  const number = objects.entries.push(collection) - 1
  if (Array.isArray(value)) {
    Object.assign(collection, { kind: 0xa0, count: value.length, references: value.map((item) => add(objects, item)) })
  } else {
    const members = Object.entries(value as Record<string, Plist>)
    const keys = members.map(([key]) => add(objects, key))
    const values = members.map(([, member]) => add(objects, member))
    Object.assign(collection, { kind: 0xd0, count: members.length, references: [...keys, ...values] })
  }
  return number
}

export function encodePlist(value: Plist): Buffer {
  const objects: Objects = { entries: [], known: new Map() }
  const top = add(objects, value)
  const referenceWidth = widthOf(objects.entries.length)
  const chunks: Buffer[] = [Buffer.from('bplist00')]
  const offsets: number[] = []
  let offset = 8
  for (const entry of objects.entries) {
    const bytes = Buffer.isBuffer(entry)
      ? entry
      : Buffer.concat([header(entry.kind, entry.count), ...entry.references.map((to) => bigEndian(to, referenceWidth))])
    offsets.push(offset)
    chunks.push(bytes)
    offset += bytes.length
  }
  const offsetWidth = widthOf(offset)
  const trailer = Buffer.alloc(8)
  trailer[6] = offsetWidth
  trailer[7] = referenceWidth
  return Buffer.concat([
    ...chunks,
    ...offsets.map((at) => bigEndian(at, offsetWidth)),
    trailer,
    bigEndian(objects.entries.length, 8),
    bigEndian(top, 8),
    bigEndian(offset, 8),
  ])
}
