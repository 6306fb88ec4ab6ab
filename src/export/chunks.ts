/** Joins many small pieces of text into few large ones, since each write has its cost. */

const enough = 64 * 1024

export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < enough) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Encodes bytes as base64 without holding more than one chunk of them. */
export async function* inBase64(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const next of bytes) {
    const all: Buffer = rest.length === 0 ? next : Buffer.concat([rest, next])
    const whole = all.length - (all.length % 3)
    yield all.toString('base64', 0, whole)
    rest = all.subarray(whole)
  }
  yield rest.toString('base64')
}
