/** Writes a backup: a tar archive, compressed with gzip and, with a passphrase, encrypted with age. */
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarPacker, type TarPackController } from 'modern-tar'
import type { Manifest } from './manifest.ts'
import { sealed } from './seal.ts'

/** The single folder of an archive, so that unpacking by hand leaves no loose files behind. */
export const folderInside = 'service-backup'
export const manifestName = 'manifest.json'

export interface Written {
  manifest: Manifest
  /** The folder that holds the files of the manifest. */
  folder: string
  passphrase: string | undefined
  signal: AbortSignal
}

export async function writeArchive(path: string, written: Written): Promise<void> {
  const { passphrase, signal } = written
  const { readable, controller } = createTarPacker()
  const packed = readable.pipeThrough(new CompressionStream('gzip'))
  const bytes = passphrase === undefined ? packed : await sealed(packed, passphrase)
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await Promise.all([pack(controller, written), pipeline(Readable.fromWeb(bytes), file, { signal })])
}

async function pack(tar: TarPackController, { manifest, folder }: Written): Promise<void> {
  try {
    const mtime = new Date(manifest.made_at)
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    const head = tar.add({ name: `${folderInside}/${manifestName}`, size: text.length, mode: 0o600, mtime })
    await pipeline(Readable.from([text]), Writable.fromWeb(head))
    for (const { path, size, executable } of manifest.files) {
      const entry = tar.add({ name: `${folderInside}/${path}`, size, mode: executable ? 0o700 : 0o600, mtime })
      await pipeline(createReadStream(join(folder, path)), Writable.fromWeb(entry))
    }
    tar.finalize()
  } catch (error) {
    tar.error(error)
    throw error
  }
}
