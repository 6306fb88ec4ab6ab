/** Maps the extension of a file to what Messages stores about its type. */
import { extname } from 'node:path'

export interface FileType {
  readonly mime?: string
  readonly uti?: string
}

const types = new Map<string, FileType>([
  ['.jpg', { mime: 'image/jpeg', uti: 'public.jpeg' }],
  ['.jpeg', { mime: 'image/jpeg', uti: 'public.jpeg' }],
  ['.png', { mime: 'image/png', uti: 'public.png' }],
  ['.gif', { mime: 'image/gif', uti: 'com.compuserve.gif' }],
  ['.heic', { mime: 'image/heic', uti: 'public.heic' }],
  ['.mov', { mime: 'video/quicktime', uti: 'com.apple.quicktime-movie' }],
  ['.mp4', { mime: 'video/mp4', uti: 'public.mpeg-4' }],
  ['.caf', { uti: 'com.apple.coreaudio-format' }],
  ['.m4a', { mime: 'audio/x-m4a', uti: 'com.apple.m4a-audio' }],
  ['.pdf', { mime: 'application/pdf', uti: 'com.adobe.pdf' }],
  ['.vcf', { mime: 'text/vcard', uti: 'public.vcard' }],
  ['.txt', { mime: 'text/plain', uti: 'public.plain-text' }],
])

export const fileTypeOf = (name: string): FileType => types.get(extname(name).toLowerCase()) ?? { uti: 'public.data' }
