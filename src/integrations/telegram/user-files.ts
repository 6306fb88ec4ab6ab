/** Finds the file in a message to the bot, whichever of Telegram's kinds it has, and downloads it. */
import type { Message } from 'grammy/types'

export interface UserFile {
  file_id: string
  name: string
  mime: string
  /** Bytes, where Telegram knows the size. */
  size: number | undefined
}

export function userFile(message: Message): UserFile | undefined {
  const { photo, document, video, audio, voice, animation } = message
  const largest = photo?.at(-1)
  if (largest !== undefined) return fileOf(largest, { name: 'photo.jpg', mime: 'image/jpeg' })
  if (animation !== undefined) return fileOf(animation, { name: 'animation.mp4', mime: 'video/mp4' })
  if (document !== undefined) return fileOf(document, { name: 'file', mime: 'application/octet-stream' })
  if (video !== undefined) return fileOf(video, { name: 'video.mp4', mime: 'video/mp4' })
  if (audio !== undefined) return fileOf(audio, { name: 'audio.mp3', mime: 'audio/mpeg' })
  return voice && fileOf(voice, { name: 'voice.ogg', mime: 'audio/ogg' })
}

interface TelegramFile {
  file_id: string
  file_size?: number
  file_name?: string
  mime_type?: string
}

const fileOf = (file: TelegramFile, { name, mime }: { name: string; mime: string }): UserFile => ({
  file_id: file.file_id,
  name: file.file_name ?? name,
  mime: file.mime_type ?? mime,
  size: file.file_size,
})

/** The limit of Telegram for downloads by bots, and of the host for files of plugins. */
export const largestBytes = 20 * 1024 * 1024
const silenceMs = 20_000

export interface FileAddress {
  apiRoot: string
  token: string
  /** The path that `getFile` returned. */
  path: string
}

/**
 * Downloads a file, and never more than the largest size that may be sent on. No error contains the address, because the token is
 * a part of it.
 */
export function download({ apiRoot, token, path }: FileAddress, signal: AbortSignal): Promise<Uint8Array> {
  const url = `${apiRoot}/file/bot${token}/${path}`
  // An import would load the client of `fetch` as well, at every start of the process.
  const { get } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the file cannot be fetched: ${why}`))
    const request = get(url, { signal, timeout: silenceMs }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('error', () => fail('the connection broke'))
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes > largestBytes) response.destroy(new Error('too large'))
      })
      if (response.statusCode !== 200) {
        fail(`Telegram answered ${response.statusCode}`)
        response.destroy()
      }
    })
    request.on('timeout', () => request.destroy(new Error('silence')))
    request.on('error', () => fail('no connection'))
  })
}
