/**
 * Reads a form with one file: its fields as the row declares them, and the file as an upload that is kept until it is
 * processed.
 */
import type { IncomingMessage } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import { ServiceError } from '../../domain/service-error.ts'
import type { UploadedFile } from '../../sending/sending.ts'
import type { Uploads } from '../../store/uploads.ts'
import { type FormPart, formParts, utf8 } from './form-parts.ts'
import { typedValues } from './input.ts'

export interface Form {
  /** The fields, not yet checked against their schema. */
  fields: Record<string, unknown>
  file: UploadedFile
}

export interface FormRow {
  /** Name of the part that is the file. */
  upload: string
  body: TSchema
}

export interface FormReader {
  uploads: Pick<Uploads, 'keep' | 'release'>
  maxFileBytes(): number
}

const formType = /^multipart\/form-data\s*;/i
const mostParts = 20
/** The longest text takes fewer bytes in UTF-8. */
const longestField = 100_000
/** Upper bound for fields, boundaries and part headers together. */
const besideFile = 3_000_000

/**
 * Throws `unsupported_media_type` and `too_large` before it has read anything, and `too_large` and `invalid_request`
 * with the field at fault. In every case it deletes a file that is not needed.
 */
export async function withForm<T>(
  request: IncomingMessage,
  row: FormRow,
  { uploads, maxFileBytes }: FormReader,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  const maxBytes = maxFileBytes()
  requireForm(request, maxBytes)
  const kept: string[] = []
  async function keep({ filename: name = '', bytes }: FormPart): Promise<UploadedFile> {
    const { path, sha256, bytes: length } = await uploads.keep(bytes, maxBytes)
    kept.push(path)
    if (length === 0) throw refused(row.upload, 'is empty')
    return { path, name, sha256 }
  }
  try {
    return await use(await read(request, row, keep))
  } finally {
    for (const path of kept) uploads.release(path)
  }
}

function requireForm({ headers }: IncomingMessage, maxBytes: number): void {
  if (!formType.test(headers['content-type'] ?? ''))
    throw new ServiceError('unsupported_media_type', 'A file comes in a form: `multipart/form-data`.')
  if (Number(headers['content-length'] ?? 0) > maxBytes + besideFile)
    throw new ServiceError('too_large', 'The file is too large.', { limit: 'send.max_file_mb', max_bytes: maxBytes })
}

type Keep = (part: FormPart) => Promise<UploadedFile>

async function read(request: IncomingMessage, { upload, body }: FormRow, keep: Keep): Promise<Form> {
  const source = request.iterator({ destroyOnReturn: false })
  const fields = new Map<string, string>()
  let [file, parts]: [UploadedFile | undefined, number] = [undefined, 0]
  try {
    for await (const part of formParts(source, request.headers['content-type'] ?? '')) {
      const { name, filename } = part
      if (++parts > mostParts) throw refused('', `has more than ${mostParts} parts`)
      if ((name === upload) !== (filename !== undefined))
        throw refused(name, name === upload ? 'is to be a file' : 'is not to be a file')
      if (name === upload ? file !== undefined : fields.has(name)) throw refused(name, 'is given twice')
      if (name === upload) file = await keep(part)
      else fields.set(name, await textOf(part))
    }
  } catch (error) {
    throw request.errored === null ? error : refused('', 'does not come to its end')
  } finally {
    // The sender reads the response only after the whole request was taken.
    await source.return?.()
    request.resume()
  }
  if (file === undefined) throw refused(upload, 'is missing')
  return { fields: typedValues(body, Object.fromEntries(fields)), file }
}

async function textOf({ name, bytes }: FormPart): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > longestField) throw refused(name, 'is too long')
    chunks.push(chunk)
  }
  return utf8(Buffer.concat(chunks))
}

const longestPath = 200

const refused = (path: string, reason: string): ServiceError =>
  new ServiceError('invalid_request', 'The form is not as it should be.', {
    in: 'body',
    path: path.slice(0, longestPath),
    reason,
  })
