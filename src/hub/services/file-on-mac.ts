/** Reads files that lie on Macs, from any connected Mac of their line that has them. */
import { Readable } from 'node:stream'
import type { ServedFile } from '../../actions/get-attachment.ts'
import { hasCode, ServiceError } from '../../domain/service-error.ts'
import { partHeaders, sizeHeader } from '../../envelope/questions.ts'
import { ofHubGuid } from '../store/ids.ts'
import type { MacQuestions } from './mac-questions.ts'

/**
 * Opens the file of an attachment; `id` is its id on the hub. Throws `attachment_not_found`, `mac_offline` and what the
 * Mac throws.
 */
export async function fileOnMac(questions: MacQuestions, id: string, form: object = {}) {
  const named = ofHubGuid(id)
  if (named === undefined) throw noAttachment()
  const macs = await questions.ofLine(named.line)
  return firstThatHas(macs, (mac) => remoteFile(questions, mac, { id: named.guid, ...form }))
}

export const noAttachment = () => new ServiceError('attachment_not_found', 'No attachment has that id.')

/** Tries the Macs in turn: several Macs of a line may have a message, but not all of them its files. */
async function firstThatHas<T>(macs: readonly string[], open: (mac: string) => Promise<T>): Promise<T> {
  let missing: unknown = noAttachment()
  for (const mac of macs)
    try {
      return await open(mac)
    } catch (error) {
      if (!hasCode(error, 'attachment_not_found')) throw error
      missing = error
    }
  throw missing
}

/**
 * Returns a file that lies on a Mac and is fetched in parts while it is read. Nothing of it is kept here or in NATS: an
 * object store would have to be bounded, emptied and guarded like the messages themselves, and the Mac keeps what it
 * converts.
 */
async function remoteFile(questions: MacQuestions, mac: string, input: Record<string, unknown>) {
  const part = async (offset: number) => {
    const { data, headers } = await questions.askForBytes(mac, 'get_attachment', { input, offset })
    return { data, of: (name: string) => headers?.get(name) ?? '' }
  }
  const first = await part(0)
  const [size, tag] = [Number(first.of(sizeHeader)), first.of('etag')]
  async function* parts({ start, end }: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    for (let offset = start; offset <= end; ) {
      const { data, of } =
        offset < first.data.length ? { ...first, data: first.data.subarray(offset) } : await part(offset)
      if (data.length === 0 || of('etag') !== tag) throw new Error('the file changed while it was read')
      const wanted = data.subarray(0, end + 1 - offset)
      yield wanted
      offset += wanted.length
    }
  }
  const file: ServedFile & { head: Uint8Array } = {
    head: first.data,
    size,
    identity: tag.replace(/^"|"$/g, ''),
    stream: (range = { start: 0, end: size - 1 }) => Readable.from(parts(range), { objectMode: false }),
    close: () => undefined,
  }
  const told = partHeaders.filter((name) => name !== 'etag' && first.of(name) !== '')
  return { file, headers: Object.fromEntries(told.map((name) => [name, first.of(name)])) }
}
