/**
 * Places the files of attachments where a client can read them: where Messages keeps them if this machine is the Mac and
 * may read there, otherwise in a folder of our own, bounded in size and age.
 */
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredAttachment } from '../../contract/stored-row.ts'
import { prepareFolderAnywhere } from '../../store/owned-file.ts'
import { type Attachment, attachmentOf, type PlacedFile } from './objects.ts'
import type { Service } from './service.ts'

const atOnce = 4
const megabyte = 1024 * 1024
const largestBytes = 200 * megabyte
/** Bounds the bytes that one response may make us download. */
const answerBytes = 512 * megabyte
const folderBytes = 4_096 * megabyte
const keptMs = 7 * 86_400_000

interface Options {
  service: Service
  folder: string
  /** Messages' own folder of attachments, where it may be read. */
  messagesFolder: string | undefined
  tell(line: string): void
}

export class Attachments {
  readonly #options: Options
  readonly #underWay = new Map<string, Promise<string | undefined>>()
  #isPrepared = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the attachments of each message, in the same order. Hidden ones belong to balloons. */
  async ofMessages(messages: readonly (readonly StoredAttachment[])[], convert: boolean): Promise<Attachment[][]> {
    const shown = messages.map((attachments) => attachments.filter(({ is_hidden }) => !is_hidden))
    let left = answerBytes
    const wanted = new Set<StoredAttachment>()
    for (const each of shown.flat()) {
      if (!each.is_there || each.size > Math.min(left, largestBytes)) continue
      left -= each.size
      wanted.add(each)
    }
    const placed = new Map<StoredAttachment, PlacedFile>()
    const waiting = [...wanted]
    const place = async () => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const file = await this.#place(each, convert)
        if (file !== undefined) placed.set(each, file)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, place))
    return shown.map((attachments) => attachments.map((each) => attachmentOf(each, placed.get(each))))
  }

  async #place(stored: StoredAttachment, convert: boolean): Promise<PlacedFile | undefined> {
    const path = (await this.#inMessages(stored)) ?? (await this.#downloaded(stored))
    const conversion = convert ? conversionOf(stored) : undefined
    if (path === undefined || conversion === undefined) return path === undefined ? undefined : { path }
    const converted = await this.#downloaded(stored, conversion.format)
    return converted === undefined ? { path } : { path, converted: { path: converted, mimeType: conversion.mimeType } }
  }

  /** Messages keeps a file in one of 256 folders, in a folder that bears its GUID. */
  async #inMessages({ guid, name }: StoredAttachment): Promise<string | undefined> {
    const { messagesFolder } = this.#options
    if (messagesFolder === undefined || name === null || /[/\0]/.test(guid + name)) return undefined
    const candidates = Array.from({ length: 256 }, (_, number) => {
      const second = String(number % 16).padStart(2, '0')
      return join(messagesFolder, number.toString(16).padStart(2, '0'), second, guid, name)
    })
    const found = await Promise.all(
      candidates.map((path) =>
        access(path, constants.R_OK).then(
          () => path,
          () => undefined,
        ),
      ),
    )
    return found.find((path) => path !== undefined)
  }

  #downloaded(stored: StoredAttachment, format?: 'jpeg' | 'm4a'): Promise<string | undefined> {
    const key = `${stored.id} ${format ?? ''}`
    const known = this.#underWay.get(key)
    if (known !== undefined) return known
    const downloading = this.#download(stored, format)
      .catch(() => {
        this.#options.tell('An attachment could not be fetched; it is named without its file.')
        return undefined
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, downloading)
    return downloading
  }

  async #download(stored: StoredAttachment, format?: 'jpeg' | 'm4a'): Promise<string> {
    const folder = await this.#folderFor(stored)
    const path = join(folder, format === undefined ? safeName(stored) : `${safeName(stored)}.${format}`)
    const now = new Date()
    const existing = await lstat(path).catch(() => undefined)
    if (existing?.isFile() && (format !== undefined || existing.size === stored.size)) {
      await utimes(path, now, now)
      return path
    }
    const response = await this.#options.service.get_attachment({ id: stored.id, ...(format && { format }) })
    const partial = `${path}.${randomUUID()}.part`
    try {
      await using file = await open(partial, 'wx', 0o600)
      let bytes = 0
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        if (bytes > largestBytes) throw new Error('The file is larger than announced.')
        await file.write(chunk)
      }
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    await rename(partial, path)
    return path
  }

  async #folderFor({ id }: StoredAttachment): Promise<string> {
    const { folder } = this.#options
    if (!this.#isPrepared) {
      prepareFolderAnywhere(folder)
      this.#isPrepared = true
      await prune(folder, Date.now())
    }
    const own = join(folder, createHash('sha256').update(id).digest('hex').slice(0, 32))
    await mkdir(own, { recursive: true, mode: 0o700 })
    return own
  }
}

/** A name without anything by which it could lead out of its folder or hide in it. */
function safeName({ name }: StoredAttachment): string {
  const plain = (name ?? '')
    .replace(/[/\\]|\p{Cc}/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-120)
  return plain === '' ? 'attachment' : plain
}

const conversions = [
  { of: /^image\/(heic|heif|tiff)/, format: 'jpeg', mimeType: 'image/jpeg' },
  { of: /^audio\/(x-caf|caf|amr|x-amr)/, format: 'm4a', mimeType: 'audio/mp4' },
] as const

const conversionOf = ({ mime_type }: StoredAttachment) => conversions.find(({ of }) => of.test(mime_type ?? ''))

/** Removes what is old, and beyond the limit what was used least recently. Only folders of our own names are touched. */
async function prune(folder: string, nowMs: number): Promise<void> {
  const kept: { path: string; usedMs: number; bytes: number }[] = []
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{32}$/.test(name)) continue
    const path = join(folder, name)
    const files = await Promise.all((await readdir(path)).map((file) => lstat(join(path, file))))
    const usedMs = Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs))
    kept.push({ path, usedMs, bytes: files.reduce((sum, { size }) => sum + size, 0) })
  }
  let bytes = 0
  for (const each of kept.toSorted((a, b) => b.usedMs - a.usedMs)) {
    bytes += each.bytes
    if (bytes > folderBytes || each.usedMs < nowMs - keptMs) await rm(each.path, { recursive: true, force: true })
  }
}
