/** Builds the boxes of QuickTime, MP4 and HEIF files. */

export type Content = Buffer | string | number[]

/** Makes a box of `type` around its contents; strings are ASCII. */
export function box(type: string, ...contents: Content[]): Buffer {
  const content = Buffer.concat(contents.map(toBuffer))
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

/** Makes a box that begins with a version and 24 bits of flags. */
export const fullBox = (type: string, [version, flags]: readonly [number, number], ...contents: Content[]): Buffer =>
  box(type, u32((version << 24) | flags), ...contents)

export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2)
  return bytes
}

export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}

function toBuffer(content: Content): Buffer {
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content)
}
