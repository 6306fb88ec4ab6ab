/** Reads which libraries a Mach-O program is linked with, for every architecture that the file holds. */

/** Returns the bytes at the offset; fewer where the file ends. */
export type ReadAt = (offset: number, length: number) => Uint8Array

const magic64 = 0xfeedfacf
const fatMagic = 0xcafebabe
const fatMagic64 = 0xcafebabf
const headerBytes = 32
/** A damaged file must not make us read without end. */
const mostArchitectures = 8
const mostCommandBytes = 1_048_576

/** LC_LOAD_DYLIB, and its weak, re-exported and upward variants. */
const loadsLibrary = new Set([0xc, 0x80000018, 0x8000001f, 0x80000023])

/** Returns undefined where the file is no 64-bit Mach-O program. */
export function linkedLibraries(read: ReadAt): string[] | undefined {
  const offsets = architectures(read)
  const found = offsets.map((offset) => librariesAt(read, offset))
  if (found.length === 0 || found.includes(undefined)) return undefined
  return [...new Set(found.flatMap((libraries) => libraries ?? []))]
}

/** A program that is linked with libraries of the system only runs wherever it is copied to. */
export const needsNothingElse = (libraries: readonly string[]): boolean =>
  libraries.every((path) => path.startsWith('/usr/lib/') || path.startsWith('/System/Library/'))

/** The header of a file with several architectures is big-endian on every Mac. */
function architectures(read: ReadAt): number[] {
  const head = view(read(0, 8))
  if (head.byteLength < 8) return []
  const magic = head.getUint32(0)
  if (magic !== fatMagic && magic !== fatMagic64) return [0]
  const count = Math.min(head.getUint32(4), mostArchitectures)
  const entryBytes = magic === fatMagic ? 20 : 32
  const entries = view(read(8, count * entryBytes))
  if (entries.byteLength < count * entryBytes) return []
  return Array.from({ length: count }, (_, index) => {
    const at = index * entryBytes + 8
    return magic === fatMagic ? entries.getUint32(at) : Number(entries.getBigUint64(at))
  })
}

function librariesAt(read: ReadAt, offset: number): string[] | undefined {
  const header = view(read(offset, headerBytes))
  if (header.byteLength < headerBytes || header.getUint32(0, true) !== magic64) return undefined
  const commandBytes = Math.min(header.getUint32(20, true), mostCommandBytes)
  const bytes = read(offset + headerBytes, commandBytes)
  const commands = view(bytes)
  const libraries: string[] = []
  for (let at = 0, left = header.getUint32(16, true); left > 0 && at + 12 <= bytes.length; left--) {
    const size = commands.getUint32(at + 4, true)
    if (size < 8 || at + size > bytes.length) return undefined
    if (loadsLibrary.has(commands.getUint32(at, true)))
      libraries.push(textIn(bytes.subarray(at + commands.getUint32(at + 8, true), at + size)))
    at += size
  }
  return libraries
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function textIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end))
}
