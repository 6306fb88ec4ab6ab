/** Reads the format and size of a picture from its header. */

export interface Size {
  readonly format: string
  readonly width: number
  readonly height: number
}

export function pictureSize(bytes: Buffer): Size | undefined {
  const isPng = bytes.length > 24 && bytes.toString('latin1', 1, 4) === 'PNG'
  if (isPng) return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('latin1', 0, 4) === 'GIF8' && bytes.length > 10) {
    return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return heicSize(bytes) ?? jpegSize(bytes)
}

function heicSize(bytes: Buffer): Size | undefined {
  const extents = bytes.indexOf('ispe', 0, 'latin1')
  if (bytes.toString('latin1', 4, 8) !== 'ftyp' || extents === -1) return undefined
  return { format: 'heic', width: bytes.readUInt32BE(extents + 8), height: bytes.readUInt32BE(extents + 12) }
}

/** Walks the segments to the frame header, baseline or progressive. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { format: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
