// Encodes message.payload_data of drawn messages, Digital Touch and handwriting, as protocol buffers.

const varint = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)])

const number = (field: number, value: number): Buffer => Buffer.from([(field << 3) | 0, ...varint(value)])

const bytes = (field: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(content.length)]), content])

function fixed64(field: number, value: number): Buffer {
  const buffer = Buffer.alloc(9)
  buffer[0] = (field << 3) | 1
  buffer.writeBigInt64LE(BigInt(Math.round(value)), 1)
  return buffer
}

const digitalTouchKinds = { tap: 1, heartbeat: 3, sketch: 4, media: 6, kiss: 7, fireball: 8 } as const

export interface DigitalTouch {
  kind: keyof typeof digitalTouchKinds
  id: string
  /** Milliseconds since 2001. */
  atMs: number
}

export const encodeDigitalTouch = ({ kind, id, atMs }: DigitalTouch): Buffer =>
  Buffer.concat([
    number(1, digitalTouchKinds[kind]),
    fixed64(2, atMs),
    bytes(3, number(1, 1)),
    bytes(4, Buffer.from([0xff, 0x2d, 0x55, 0xff])),
    bytes(5, Buffer.from(id)),
  ])

export interface Point {
  x: number
  y: number
}

export interface Handwriting {
  id: string
  /** Milliseconds since 2001. */
  atMs: number
  strokes: ReadonlyArray<readonly Point[]>
}

const penWidth = 4

/** Encodes each point as x, y, width and one more value, as 16-bit integers with the sign bit inverted. */
function strokeBytes(stroke: readonly Point[]): Buffer {
  const buffer = Buffer.alloc(2 + stroke.length * 8)
  buffer.writeUInt16LE(stroke.length)
  for (const [index, { x, y }] of stroke.entries())
    for (const [offset, value] of [x, y, penWidth, 0].entries())
      buffer.writeUInt16LE((value ^ 0x8000) & 0xffff, 2 + index * 8 + offset * 2)
  return buffer
}

export function encodeHandwriting({ id, atMs, strokes }: Handwriting): Buffer {
  const raw = Buffer.concat(strokes.map(strokeBytes))
  const frame = Buffer.alloc(8)
  for (const [index, value] of [0, 0, 400, 160].entries()) frame.writeUInt16LE((value ^ 0x8000) & 0xffff, index * 2)
  const drawing = Buffer.concat([
    bytes(3, frame),
    number(4, strokes.length),
    number(5, 1),
    number(6, raw.length),
    bytes(8, raw),
  ])
  return Buffer.concat([fixed64(2, atMs), bytes(3, Buffer.from(id)), bytes(4, drawing)])
}
