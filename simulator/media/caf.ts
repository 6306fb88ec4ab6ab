/** Makes Core Audio files with a tone, the format of a voice message on disk. */

const RATE_HZ = 16_000
const BYTES_PER_SAMPLE = 2

export function encodeCaf({ durationMs, toneHz }: { durationMs: number; toneHz: number }): Buffer {
  const header = Buffer.from('caff\0\x01\0\0', 'latin1')
  const samples = tone(durationMs, toneHz)
  return Buffer.concat([header, chunk('desc', description()), chunk('data', Buffer.concat([Buffer.alloc(4), samples]))])
}

/** Returns the duration of a file that we made, or undefined for any other file. */
export function durationOfCaf(caf: Buffer): number | undefined {
  const data = caf.indexOf('data', 0, 'latin1')
  if (caf.toString('latin1', 0, 4) !== 'caff' || data === -1) return undefined
  const bytes = Number(caf.readBigUInt64BE(data + 4)) - 4
  return Math.round((bytes / BYTES_PER_SAMPLE / RATE_HZ) * 1000)
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.write(type, 'latin1')
  head.writeBigUInt64BE(BigInt(content.length), 4)
  return Buffer.concat([head, content])
}

/** Describes linear PCM: 16 bits, big endian, mono. */
function description(): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.writeDoubleBE(RATE_HZ, 0)
  bytes.write('lpcm', 8, 'latin1')
  for (const [index, value] of [0, BYTES_PER_SAMPLE, 1, 1, 8 * BYTES_PER_SAMPLE].entries()) {
    bytes.writeUInt32BE(value, 12 + index * 4)
  }
  return bytes
}

function tone(durationMs: number, toneHz: number): Buffer {
  const count = Math.round((durationMs / 1000) * RATE_HZ)
  const samples = Buffer.alloc(count * BYTES_PER_SAMPLE)
  for (let at = 0; at < count; at += 1) {
    samples.writeInt16BE(Math.round(6000 * Math.sin((2 * Math.PI * toneHz * at) / RATE_HZ)), at * BYTES_PER_SAMPLE)
  }
  return samples
}
