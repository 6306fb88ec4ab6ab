import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { BrokenFrame, encodeFrame, FrameReader, maxFrameBytes, writeTogether } from './frames.ts'
import { checkedFrame, hostFrames, runnerFrames } from './protocol.ts'

const encoded = (value: unknown) => encodeFrame(value) ?? expect.fail('too large')

it('reads back what was written, however the bytes are split', () => {
  const values = [{ a: 1 }, { text: 'ü😀'.repeat(50) }, {}]
  const bytes = Buffer.concat(values.map(encoded))
  for (const step of [1, 3, 7, 64, bytes.length]) {
    const reader = new FrameReader()
    const read: unknown[] = []
    for (let at = 0; at < bytes.length; at += step) read.push(...reader.push(bytes.subarray(at, at + step)))
    expect(read).toEqual(values)
  }
})

it('writes frames together, but does not hold many back until all of them are there', async () => {
  const written: number[] = []
  const pipe = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _, done) {
      written.push(new FrameReader().push(bytes).length)
      done()
    },
  })
  for (let n = 0; n < 20; n++) writeTogether(pipe, encoded({ n }))
  const before = [...written]
  await new Promise(setImmediate)
  expect([before, written]).toEqual([
    [8, 8],
    [8, 8, 4],
  ])
})

it('refuses to encode a frame that is too large', () => {
  expect(encodeFrame('x'.repeat(maxFrameBytes - 2))).toBeDefined()
  expect(encodeFrame('x'.repeat(maxFrameBytes - 1))).toBeUndefined()
})

it('reads the largest frame byte by byte at no greater cost than at once', () => {
  const value = 'x'.repeat(maxFrameBytes - 2)
  const bytes = encoded(value)
  const reader = new FrameReader()
  const read: unknown[] = []
  for (let at = 0; at < bytes.length; at++) read.push(...reader.push(bytes.subarray(at, at + 1)))
  expect(read).toEqual([value])
})

it('rejects an empty frame at once', () => {
  expect(() => new FrameReader().push(Buffer.alloc(4))).toThrow(BrokenFrame)
})

it('rejects a frame by its announced length before its body arrives', () => {
  const header = Buffer.alloc(4)
  header.writeUInt32BE(maxFrameBytes + 1)
  expect(() => new FrameReader().push(header)).toThrow(BrokenFrame)
})

it('rejects a frame that is not JSON', () => {
  const frame = encoded('xx')
  frame.write('?', 4)
  expect(() => new FrameReader().push(frame)).toThrow(BrokenFrame)
})

it('accepts only declared fields of declared types', () => {
  const ack = { type: 'ack', delivery_id: 'a', status: null, answered_ms: null }
  expect(checkedFrame(runnerFrames, { ...ack, extra: 1, __proto__: { x: 1 } })).toEqual(ack)
  for (const value of [
    null,
    [],
    'ack',
    { type: 'ack' },
    { ...ack, delivery_id: 5 },
    { ...ack, status: -1 },
    { type: 'toString' },
  ])
    expect(checkedFrame(runnerFrames, value)).toBeUndefined()
})

it('keeps the frames of the two directions apart', () => {
  expect(checkedFrame(hostFrames, { type: 'ack', delivery_id: 'a' })).toBeUndefined()
  expect(checkedFrame(hostFrames, { type: 'trim', count: -1 })).toBeUndefined()
  expect(checkedFrame(hostFrames, { type: 'ping' })).toEqual({ type: 'ping' })
})
