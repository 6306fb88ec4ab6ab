/** Reads attachments as notifiers put them into JSON: base64, bare or as a data URL with a file name. */
import { safeFileName } from '../../domain/files/file-name.ts'
import { ServiceError } from '../../domain/service-error.ts'

export interface DecodedFile {
  name: string
  bytes: Buffer
}

const mostFiles = 10
const dataUrl = /^data:(?<type>[\w.+/-]*)(?<parameters>(?:;[\w-]+=[^;,]*)*);base64,(?<data>.*)$/s
const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/

/** Throws `invalid_request`. */
export function decodeAttachments(given: unknown): DecodedFile[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given) || given.length > mostFiles) throw wrong(`is no list of at most ${mostFiles} texts`)
  return given.map((each, index) => decoded(String(each), index))
}

function decoded(text: string, index: number): DecodedFile {
  const { type = '', parameters = '', data = text } = dataUrl.exec(text)?.groups ?? {}
  const bytes = base64.test(data) ? Buffer.from(data, 'base64') : Buffer.alloc(0)
  if (bytes.length === 0) throw wrong('holds something that is not base64')
  const name = /;filename=([^;]+)/.exec(parameters)?.[1]
  return {
    name: name === undefined ? `attachment-${index + 1}.${endingOf(type)}` : safeFileName(unescaped(name)),
    bytes,
  }
}

function unescaped(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** `bin` where the type is unknown. */
const endingOf = (type: string): string => /^[a-z]+\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin'

const wrong = (reason: string) =>
  new ServiceError('invalid_request', `base64_attachments ${reason}.`, { path: 'base64_attachments', reason })
