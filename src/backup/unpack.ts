/**
 * Unpacks a backup into a folder and checks all of it on the way: each file against the manifest, and each database for
 * damage.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { ServiceError } from '../domain/service-error.ts'
import { sqliteDamage } from '../store/sqlite-copy.ts'
import { folderInside, manifestName } from './archive.ts'
import { type BackedUpFile, invalid, type Manifest, manifestIn } from './manifest.ts'
import { isSealed, unsealed } from './seal.ts'

const headBytes = 64
const largestManifest = 64 * 1024 * 1024

export interface Unpacking {
  /** A folder that is new and private. */
  into: string
  /** Called when the backup is encrypted. */
  passphrase(): Promise<string>
  signal: AbortSignal
}

/** Throws `backup_invalid`, `wrong_passphrase`, or `journal_newer`. */
export async function unpack(path: string, { into, passphrase, signal }: Unpacking): Promise<Manifest> {
  const isEncrypted = isSealed(await headOf(path))
  const file = createReadStream(path, { signal })
  try {
    const bytes = Readable.toWeb(file) as ReadableStream<Uint8Array>
    const packed = isEncrypted ? await unsealed(bytes, await passphrase()) : bytes
    const unzipped = packed.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
    const manifest = await unpackEntries(unzipped.pipeThrough(createTarDecoder({ strict: true })), into)
    for (const { path: name, database } of manifest.files) if (database) requireWhole(name, join(into, name))
    return manifest
  } catch (error) {
    signal.throwIfAborted()
    throw isOfTheDisk(error) || error instanceof ServiceError
      ? error
      : invalid('The backup is damaged, or was cut off.', error)
  } finally {
    file.destroy()
  }
}

const isOfTheDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error

async function headOf(path: string): Promise<Uint8Array> {
  if ((await stat(path).catch(() => undefined))?.isFile() !== true)
    throw new ServiceError('invalid_request', `There is no file ${path}.`)
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function unpackEntries(entries: ReadableStream<ParsedTarEntry>, into: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  let expected: BackedUpFile[] = []
  for await (const { header, body } of entries) {
    if (header.type !== 'file') throw invalid(`It holds what is no file: ${JSON.stringify(header.name)}.`)
    if (manifest === undefined) {
      manifest = await manifestOf({ header, body })
      expected = [...manifest.files]
      continue
    }
    const next = expected.shift()
    if (next === undefined || header.name !== `${folderInside}/${next.path}` || header.size !== next.size)
      throw invalid(`It holds a file that its manifest does not name: ${JSON.stringify(header.name)}.`)
    await unpackFile(body, next, into)
  }
  if (manifest === undefined) throw invalid('It is empty.')
  if (expected[0] !== undefined) throw invalid(`It lacks ${expected[0].path}.`)
  return manifest
}

function manifestOf({ header, body }: ParsedTarEntry): Promise<Manifest> {
  if (header.name !== `${folderInside}/${manifestName}` || header.size > largestManifest)
    throw invalid('It is no backup of this service.')
  return text(Readable.fromWeb(body as never)).then(manifestIn)
}

async function unpackFile(body: ReadableStream<Uint8Array>, file: BackedUpFile, into: string): Promise<void> {
  const path = join(into, file.path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const target = createWriteStream(path, { flags: 'wx', mode: file.executable ? 0o700 : 0o600 })
  await pipeline(Readable.fromWeb(body as never), through, target)
  if (hash.digest('hex') !== file.sha256) throw invalid(`${file.path} is not what it was when it was backed up.`)
}

function requireWhole(name: string, path: string): void {
  const damage = sqliteDamage(path)
  if (damage !== undefined) throw invalid(`The database ${name} is damaged: ${damage}.`)
}
