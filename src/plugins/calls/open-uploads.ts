/** Receives files that a plugin uploads in pieces, and keeps them in the folder of uploads until they are sent. */
import { PassThrough } from 'node:stream'
import type { Upload } from '../../store/uploads.ts'
import { refused } from './refusal.ts'
import type { CallServices } from './services.ts'

interface OpenUpload {
  pipe: PassThrough
  kept: Promise<Upload>
}

const maxBytes = 20 * 1024 * 1024
const mostAtOnce = 4

export class OpenUploads {
  readonly #uploads: CallServices['uploads']
  readonly #open = new Map<number, OpenUpload>()
  #lastNumber = 0

  constructor(uploads: CallServices['uploads']) {
    this.#uploads = uploads
  }

  /** Returns the number under which the upload is written. */
  open(): number {
    if (this.#open.size >= mostAtOnce) throw refused('rate_limited', 'Too many files at once.', 1)
    const pipe = new PassThrough()
    const kept = this.#uploads.keep(pipe, maxBytes)
    const upload = ++this.#lastNumber
    this.#open.set(upload, { pipe, kept })
    // A later `write` or `finish` reports the error.
    kept.catch(() => pipe.destroy())
    pipe.on('error', () => undefined)
    return upload
  }

  /** Resolves when there is room for more. */
  async write(upload: number, bytes: Uint8Array): Promise<void> {
    const { pipe, kept } = this.#get(upload)
    const written = new Promise<void>((resolve, reject) =>
      pipe.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
    try {
      await Promise.race([written, kept])
    } catch (error) {
      this.#open.delete(upload)
      written.catch(() => undefined)
      // The pipe broke because the file was refused: that is the reason to report.
      await kept
      throw error
    }
  }

  /** Ends the upload: it is complete, and belongs to the caller from here on. */
  async finish(upload: number): Promise<Upload> {
    const { pipe, kept } = this.#get(upload)
    this.#open.delete(upload)
    pipe.end()
    return kept
  }

  reset(): void {
    for (const { pipe } of this.#open.values()) pipe.destroy(new Error('The plugin is gone.'))
    this.#open.clear()
  }

  #get(upload: number): OpenUpload {
    const open = this.#open.get(upload)
    if (open === undefined) throw refused('invalid_request', 'There is no such upload.')
    return open
  }
}
