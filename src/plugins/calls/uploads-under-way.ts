/** Files that a plugin uploads in pieces into the folder of uploads, until they are sent. */
import { PassThrough } from 'node:stream'
import type { Upload } from '../../store/uploads.ts'
import { refused } from './refusal.ts'
import type { CallServices } from './services.ts'

export interface UploadsUnderWay {
  open(): number
  /** Resolves when there is room for more. */
  write(upload: number, bytes: Uint8Array): Promise<void>
  /** Ends the upload: it is complete, and belongs to the caller from here on. */
  finish(upload: number): Promise<Upload>
  reset(): void
}

interface UnderWay {
  pipe: PassThrough
  kept: Promise<Upload>
}

const maxBytes = 20 * 1024 * 1024
const mostAtOnce = 4

export function uploadsUnderWay(uploads: CallServices['uploads']): UploadsUnderWay {
  const open = new Map<number, UnderWay>()
  let lastNumber = 0

  const take = (upload: number): UnderWay => {
    const found = open.get(upload)
    if (found === undefined) throw refused('invalid_request', 'There is no such upload.')
    return found
  }

  return {
    open() {
      if (open.size >= mostAtOnce) throw refused('rate_limited', 'Too many files at once.', 1)
      const pipe = new PassThrough()
      const kept = uploads.keep(pipe, maxBytes)
      const upload = ++lastNumber
      open.set(upload, { pipe, kept })
      // A later `write` or `finish` reports the error.
      kept.catch(() => pipe.destroy())
      pipe.on('error', () => undefined)
      return upload
    },
    async write(upload, bytes) {
      const { pipe, kept } = take(upload)
      const taken = new Promise<void>((resolve, reject) =>
        pipe.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
      try {
        await Promise.race([taken, kept])
      } catch (error) {
        open.delete(upload)
        taken.catch(() => undefined)
        // The pipe broke because the file was refused: that is the reason to report.
        await kept
        throw error
      }
    },
    async finish(upload) {
      const { pipe, kept } = take(upload)
      open.delete(upload)
      pipe.end()
      return kept
    },
    reset() {
      for (const { pipe } of open.values()) pipe.destroy(new Error('The plugin is gone.'))
      open.clear()
    },
  }
}
