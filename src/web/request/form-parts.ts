/**
 * Parses a form with files (multipart/form-data, RFC 7578) into parts as it arrives, and strictly: it refuses what a
 * browser would not send.
 */
import { ServiceError } from '../../domain/service-error.ts'

export interface FormPart {
  name: string
  /** The file's name as the sender gives it; undefined for a part that is no file. */
  filename: string | undefined
  bytes: AsyncIterable<Buffer>
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const lastBoundary = '--'
const longestHead = 8_192

/** Throws `invalid_request`. Yields one part after the other, and skips the bytes of a part that nobody reads. */
export async function* formParts(source: AsyncIterator<Buffer>, contentType: string): AsyncGenerator<FormPart, void> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`)
  const input = readAhead(source)
  if (!(await input.take(delimiter.length)).equals(delimiter)) throw refused('does not begin with its boundary')
  while ((await input.take(lastBoundary.length)).equals(lineEnd)) {
    const bytes = input.until(delimiter)
    yield { ...described(await input.head()), bytes }
    for await (const _ of bytes);
  }
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? []
  return quoted ?? plain ?? fail('names no boundary')
}

/**
 * Holds the bytes that have arrived and are not read yet. It starts with a line end, so that the first boundary is like
 * the others.
 */
function readAhead(source: AsyncIterator<Buffer>) {
  let held = lineEnd

  async function more(): Promise<void> {
    const { value, done } = await source.next()
    if (done) throw refused('ends before its last boundary')
    held = Buffer.concat([held, value])
  }

  function cut(length: number): Buffer {
    const piece = held.subarray(0, length)
    held = held.subarray(length)
    return piece
  }

  return {
    async take(length: number): Promise<Buffer> {
      while (held.length < length) await more()
      return cut(length)
    },
    /** Returns the header lines of a part. */
    async head(): Promise<Buffer> {
      while (!held.includes(headEnd) && held.length < longestHead) await more()
      const length = held.indexOf(headEnd)
      if (length < 0 || length > longestHead) throw refused('describes a part at too great length')
      const head = cut(length)
      cut(headEnd.length)
      return head
    },
    async *until(mark: Buffer): AsyncGenerator<Buffer, void> {
      for (let at = -1; at < 0; ) {
        at = held.indexOf(mark)
        // The mark may have begun to arrive at the end.
        const sure = at < 0 ? held.length - mark.length + 1 : at
        if (sure > 0) yield cut(sure)
        if (at < 0) await more()
      }
      cut(mark.length)
    },
  }
}

const disposition = /^content-disposition:\s*form-data\s*(;.*)$/i
/** Browsers write `%22` for a quotation mark, and curl puts a backslash before it. */
const parameter = /;\s*([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*/giy

function described(head: Buffer): Pick<FormPart, 'name' | 'filename'> {
  const [, written = fail('has a part that is not described')] =
    utf8(head)
      .split('\r\n')
      .map((line) => disposition.exec(line))
      .find((match) => match !== null) ?? []
  const given = parametersOf(written)
  const name = given.get('name') ?? fail('has a part without a name')
  return { name, filename: extended(given.get('filename*')) ?? given.get('filename') }
}

function parametersOf(written: string): Map<string, string> {
  const matches = [...written.matchAll(parameter)]
  if (matches.map(([whole]) => whole).join('') !== written) throw refused('has a part whose description cannot be read')
  return new Map(matches.map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), unescaped(quoted ?? plain)]))
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replaceAll(/%0D/gi, '\r')
    .replaceAll(/%0A/gi, '\n')

/** Decodes RFC 5987, in which older programs write names beyond ASCII. */
function extended(written: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(written ?? '') ?? []
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    throw refused('has a file name that cannot be read')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws `invalid_request` if the bytes are not UTF-8. */
export function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw refused('is not UTF-8')
  }
}

function fail(reason: string): never {
  throw refused(reason)
}

const refused = (reason: string): ServiceError =>
  new ServiceError('invalid_request', 'The form cannot be read.', { in: 'body', reason })
