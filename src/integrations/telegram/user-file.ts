/** Finds the file in a message that a user sent to the bot, whichever of Telegram's kinds it has. */
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
