/** A form with one file: its fields as the row declares them, and the file among the uploads until it was dealt with. */
import type { IncomingMessage } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import { ServiceError } from '../../domain/service-error.ts'
import type { UploadedFile } from '../../sending/sending.ts'
import type { Uploads } from '../../store/uploads.ts'
import { type FormPart, formParts, utf8 } from './form-parts.ts'
import { typedValues } from './written-value.ts'

export interface Form {
  /** Not yet held against their schema. */
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
/** The longest text in UTF-8, and more. */
const longestField = 100_000
/** Fields, boundaries and descriptions cannot take more. */
const besideFile = 3_000_000

/**
 * Throws `unsupported_media_type` and `too_large` before anything was read, and `too_large` and `invalid_request` with the
 * place of the fault. However it ends, a file that is not needed is gone.
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
    // Whoever sends it reads the answer only after all of it was taken.
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
    ...{ in: 'body', path: path.slice(0, longestPath), reason },
  })
