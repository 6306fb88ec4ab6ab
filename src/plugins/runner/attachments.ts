/**
 * Gives the attachments of a message their `data` and `stream`, which read from the host while the message is being
 * handled.
 */
import { type AttachmentDescription, CallRefused, type InboundAttachment } from '../../plugin-api/index.ts'
import type { Ask } from './host-calls.ts'

/** The most that fits into the memory of the process beside everything else; `stream` is for larger files. */
const maxBytes = 64 * 1024 * 1024

export function readableAttachments(
  described: readonly AttachmentDescription[],
  deliveryId: string,
  ask: Ask,
): InboundAttachment[] {
  return described.map((one, index) => {
    const stream = () => pieces({ delivery_id: deliveryId, index }, ask)
    const data = () => wholeOf(stream(), one.size)
    // Not enumerable, so that a message can still be copied and serialised as plain data.
    return Object.defineProperties(one as InboundAttachment, { data: { value: data }, stream: { value: stream } })
  })
}

async function* pieces(which: { delivery_id: string; index: number }, ask: Ask): AsyncGenerator<Uint8Array> {
  const file = Number((await ask('open_attachment', which)).file)
  let isOver = false
  try {
    while (!isOver) {
      const { data, is_last } = await ask('read_attachment', { file })
      isOver = is_last === true
      const bytes = Buffer.from(String(data), 'base64')
      if (bytes.length > 0) yield bytes
    }
  } finally {
    if (!isOver) await ask('close_attachment', { file }).catch(() => undefined)
  }
}

/** Collects the pieces in one buffer of the announced size, which may be wrong. */
async function wholeOf(stream: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  if (size > maxBytes) throw new CallRefused('too_large', 'It is too large for data(): read its stream().')
  let all: Uint8Array = new Uint8Array(size)
  let length = 0
  for await (const piece of stream) {
    if (length + piece.length > all.length) all = grown(all, Math.max(all.length * 2, length + piece.length))
    all.set(piece, length)
    length += piece.length
  }
  return all.subarray(0, length)
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
