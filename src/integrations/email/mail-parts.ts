/**
 * Parses a mail into its fields, its plain text and its attached files, as a function from bytes to values. It is our
 * own, because what it returns is sent to people: it takes only the first plain text, and keeps quoted lines apart from
 * the writer's. General parsers add the text of footers and of mails that are forwarded within, and join a quoted line
 * to the line before it.
 */
import type { MailFile } from './mail.ts'

export interface ReadMail {
  fields: Fields
  /** Undefined where the mail contains only HTML. */
  text: string | undefined
  files: MailFile[]
}

/** Header fields by lower-case name. */
export type Fields = ReadonlyMap<string, string>

const deepest = 8
const mostParts = 100

export function readMail(raw: Buffer): ReadMail {
  const { fields, body } = halves(raw)
  const parts = leavesOf({ fields, body }, deepest).slice(0, mostParts)
  const text = parts.find((part) => kindOf(part) === 'text/plain' && !isFile(part))
  return { fields, text: text && textIn(text), files: parts.filter(isFile).map(fileIn) }
}

export function readFields(head: Buffer): Fields {
  const unfolded = head.toString('utf8').replace(/\r?\n[ \t]+/g, ' ')
  return new Map(
    [...unfolded.matchAll(/^([\w-]+):[ \t]*(.*?)\r?$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  )
}

interface Part {
  fields: Fields
  body: Buffer
}

function halves(raw: Buffer): Part {
  const crlf = raw.indexOf('\r\n\r\n')
  const lf = raw.indexOf('\n\n')
  const at = crlf >= 0 && (lf < 0 || crlf < lf) ? crlf : lf
  if (at < 0) return { fields: readFields(raw), body: Buffer.alloc(0) }
  return { fields: readFields(raw.subarray(0, at)), body: raw.subarray(at + (at === crlf ? 4 : 2)) }
}

function leavesOf(part: Part, depth: number): Part[] {
  const boundary = parameter(typeOf(part), 'boundary')
  if (!kindOf(part).startsWith('multipart/') || boundary === undefined || depth === 0) return [part]
  // Splits the body byte for byte, because a part may be in any encoding.
  const pieces = `\n${part.body.toString('latin1')}`.split(`\n--${boundary}`)
  const inner = pieces.slice(1).filter((piece) => !piece.startsWith('--'))
  return inner.flatMap((piece) =>
    leavesOf(halves(Buffer.from(piece.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, ''), 'latin1')), depth - 1),
  )
}

const typeOf = ({ fields }: Part): string => fields.get('content-type') ?? 'text/plain'
const kindOf = (part: Part): string => typeOf(part).split(';')[0]?.trim().toLowerCase() ?? ''
const dispositionOf = ({ fields }: Part): string => fields.get('content-disposition') ?? ''
/** Files within the text are ignored: most are pictures of a signature. */
const isFile = (part: Part): boolean => /^attachment\b/i.test(dispositionOf(part))

function textIn(part: Part): string {
  const text = decoder(parameter(typeOf(part), 'charset'))
    .decode(bytesIn(part))
    .replaceAll('\r\n', '\n')
  return /;\s*format=flowed\b/i.test(typeOf(part)) ? unflowed(text) : text
}

/** RFC 3676: a line that ends in a space continues in the next one. */
const unflowed = (text: string): string => text.replace(/^ (?=[ >]|From )/gm, '').replace(/(?<!^--) \n(?!>)/gm, ' ')

function decoder(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

function bytesIn({ fields, body }: Part): Buffer {
  const encoding = fields.get('content-transfer-encoding')?.trim().toLowerCase()
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? unquoted(body.toString('latin1')) : body
}

function unquoted(text: string): Buffer {
  const joined = text.replace(/[ \t]*=[ \t]*\r?\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

const fileIn = (part: Part): MailFile => ({
  name: parameter(dispositionOf(part), 'filename') ?? parameter(typeOf(part), 'name') ?? 'file',
  mime: kindOf(part),
  bytes: bytesIn(part),
})

function parameter(field: string, name: string): string | undefined {
  const [, charset, escaped] = new RegExp(`;\\s*${name}\\*=([\\w-]+)'[^']*'([^;\\s]+)`, 'i').exec(field) ?? []
  if (escaped !== undefined) return unescaped(escaped, charset)
  const [, inQuotes, bare] = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(field) ?? []
  return inQuotes === undefined ? bare : decodedWords(inQuotes.replace(/\\(.)/g, '$1'))
}

const unescaped = (text: string, charset: string | undefined): string =>
  decoder(charset).decode(
    Buffer.from(
      text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ),
  )

/** Decodes RFC 2047 words: `=?utf-8?B?…?=`, `=?utf-8?Q?…?=`. */
const decodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, how: string, content: string) =>
      decoder(charset).decode(
        how.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : unquoted(content.replaceAll('_', ' ')),
      ),
    )
