// Writes NSArchiver's "typedstream", the bytes of message.attributedBody, object by object as Messages does.

export type Value =
  | { string: string }
  | { int: number; type?: 'i' | 'q' | 'c' }
  | { double: number }
  | { url: string }
  | { data: Uint8Array }
  | { dictionary: ReadonlyArray<readonly [string, Value]> }

export interface Run {
  /** Length in UTF-16 code units. */
  length: number
  attributes: ReadonlyArray<readonly [string, Value]>
}

export interface AttributedString {
  text: string
  runs: readonly Run[]
  /** Messages archives a mutable string in attributedBody, and an immutable one in the history of edits. */
  mutable?: boolean
}

const newTag = 0x84
const nilTag = 0x85
const endTag = 0x86
const lowestByte = -110

const signature = Buffer.from('\x04\x0bstreamtyped\x81\xe8\x03', 'latin1')

const classChains = {
  NSMutableAttributedString: ['NSMutableAttributedString', 'NSAttributedString', 'NSObject'],
  NSAttributedString: ['NSAttributedString', 'NSObject'],
  NSMutableString: ['NSMutableString', 'NSString', 'NSObject'],
  NSString: ['NSString', 'NSObject'],
  NSDictionary: ['NSDictionary', 'NSObject'],
  NSNumber: ['NSNumber', 'NSValue', 'NSObject'],
  NSURL: ['NSURL', 'NSObject'],
  NSData: ['NSData', 'NSObject'],
} as const

const classVersions: Record<string, number> = { NSString: 1, NSMutableString: 1 }

/** An archive that is being written. Its two tables number what was written before, for references to it. */
interface Archive {
  bytes: number[]
  sharedStrings: Map<string, number>
  /** Classes, C strings and numbers by a name that we make up, each with its number among the objects. */
  known: Map<string, number>
  objects: number
}

function writeInteger({ bytes }: Archive, value: number): void {
  if (value >= lowestByte && value <= 127) bytes.push(value & 0xff)
  else if (value >= -0x8000 && value <= 0x7fff) bytes.push(0x81, value & 0xff, (value >> 8) & 0xff)
  else if (value >= -0x8000_0000 && value <= 0x7fff_ffff) {
    bytes.push(0x82, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff)
  } else {
    const wide = Buffer.alloc(8)
    wide.writeBigInt64LE(BigInt(value))
    bytes.push(0x87, ...wide)
  }
}

function writeBytes({ bytes }: Archive, content: Uint8Array): void {
  for (const byte of content) bytes.push(byte)
}

function writeCounted(archive: Archive, content: Uint8Array): void {
  writeInteger(archive, content.length)
  writeBytes(archive, content)
}

/** Writes a reference: references are integers that count up from the lowest single byte. */
const writeReference = (archive: Archive, number: number): void => writeInteger(archive, number + lowestByte)

function writeShared(archive: Archive, text: string): void {
  const known = archive.sharedStrings.get(text)
  if (known !== undefined) {
    writeReference(archive, known)
    return
  }
  archive.sharedStrings.set(text, archive.sharedStrings.size)
  archive.bytes.push(newTag)
  writeCounted(archive, Buffer.from(text, 'latin1'))
}

/** Returns true if `name` is new and the caller has to write it. */
function introduce(archive: Archive, name: string): boolean {
  const known = archive.known.get(name)
  if (known !== undefined) {
    writeReference(archive, known)
    return false
  }
  archive.known.set(name, archive.objects++)
  archive.bytes.push(newTag)
  return true
}

function writeClass(archive: Archive, chain: readonly string[]): void {
  for (const name of chain) {
    if (!introduce(archive, `class ${name}`)) return
    writeShared(archive, name)
    writeInteger(archive, classVersions[name] ?? 0)
  }
  archive.bytes.push(nilTag)
}

function writeObject(archive: Archive, className: keyof typeof classChains, content: () => void): void {
  archive.bytes.push(newTag)
  archive.objects++
  writeClass(archive, classChains[className])
  content()
  archive.bytes.push(endTag)
}

function writeText(archive: Archive, className: 'NSString' | 'NSMutableString', text: string): void {
  writeObject(archive, className, () => {
    writeShared(archive, '+')
    writeCounted(archive, Buffer.from(text, 'utf8'))
  })
}

function writeDouble(archive: Archive, value: number): void {
  if (Number.isInteger(value)) {
    writeInteger(archive, value)
    return
  }
  const wide = Buffer.alloc(8)
  wide.writeDoubleLE(value)
  archive.bytes.push(0x83, ...wide)
}

/** Writes an NSNumber. Equal numbers are one object, like tagged pointers. */
function writeNumber(archive: Archive, type: 'i' | 'q' | 'c' | 'd', value: number): void {
  const name = `number ${type} ${value}`
  const known = archive.known.get(name)
  if (known !== undefined) {
    writeReference(archive, known)
    return
  }
  archive.known.set(name, archive.objects)
  writeObject(archive, 'NSNumber', () => {
    writeShared(archive, '*')
    if (introduce(archive, `c string ${type}`)) writeShared(archive, type)
    writeShared(archive, type)
    if (type === 'd') writeDouble(archive, value)
    else writeInteger(archive, value)
  })
}

function writeUrl(archive: Archive, url: string): void {
  writeObject(archive, 'NSURL', () => {
    writeShared(archive, 'c')
    writeInteger(archive, 0)
    writeShared(archive, '@')
    writeText(archive, 'NSString', url)
  })
}

function writeData(archive: Archive, data: Uint8Array): void {
  writeObject(archive, 'NSData', () => {
    writeShared(archive, 'i')
    writeInteger(archive, data.length)
    writeShared(archive, `[${data.length}c]`)
    writeBytes(archive, data)
  })
}

function writeDictionary(archive: Archive, entries: ReadonlyArray<readonly [string, Value]>): void {
  writeObject(archive, 'NSDictionary', () => {
    writeShared(archive, 'i')
    writeInteger(archive, entries.length)
    for (const [key, value] of entries) {
      writeShared(archive, '@')
      writeText(archive, 'NSString', key)
      writeShared(archive, '@')
      writeValue(archive, value)
    }
  })
}

function writeValue(archive: Archive, value: Value): void {
  if ('string' in value) writeText(archive, 'NSString', value.string)
  else if ('int' in value) writeNumber(archive, value.type ?? 'i', value.int)
  else if ('double' in value) writeNumber(archive, 'd', value.double)
  else if ('url' in value) writeUrl(archive, value.url)
  else if ('data' in value) writeData(archive, value.data)
  else writeDictionary(archive, value.dictionary)
}

/** Writes runs. Runs with equal attributes share one dictionary: the first contains it, later ones only its number. */
function writeRuns(archive: Archive, runs: readonly Run[]): void {
  const numbers = new Map<string, number>()
  for (const { length, attributes } of runs) {
    const key = JSON.stringify(attributes)
    const known = numbers.get(key)
    if (known === undefined) numbers.set(key, numbers.size + 1)
    writeShared(archive, 'iI')
    writeInteger(archive, known ?? numbers.size)
    writeInteger(archive, length)
    if (known !== undefined) continue
    writeShared(archive, '@')
    writeDictionary(archive, attributes)
  }
}

export function encodeTypedstream({ text, runs, mutable = true }: AttributedString): Buffer {
  const archive: Archive = { bytes: [], sharedStrings: new Map(), known: new Map(), objects: 0 }
  writeShared(archive, '@')
  writeObject(archive, mutable ? 'NSMutableAttributedString' : 'NSAttributedString', () => {
    writeShared(archive, '@')
    writeText(archive, mutable ? 'NSMutableString' : 'NSString', text)
    writeRuns(archive, runs)
  })
  return Buffer.concat([signature, Buffer.from(archive.bytes)])
}
