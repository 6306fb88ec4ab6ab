/** Makes PNG files in true colour, without a filter. */
import { crc32, deflateSync } from 'node:zlib'
import type { Picture } from './picture.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function encodePng(picture: Picture, comment = ''): Buffer {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(picture)),
    ...(comment === '' ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))]),
    chunk('IDAT', deflateSync(pixels(picture))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function header({ width, height }: Picture): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  return bytes
}

function pixels({ width, height, colourAt }: Picture): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y += 1) {
    at += 1
    for (let x = 0; x < width; x += 1) {
      rows.set(colourAt(x, y), at)
      at += 3
    }
  }
  return rows
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(content.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}
