/** Tries what a plugin may write on its pipe. */
import { ok } from 'node:assert'
import { chance, pick, type Random, wholeNumber } from '../../../simulator/random.ts'
import type { Fields } from '../../../src/plugins/field-checks.ts'
import { BrokenFrame, encodeFrame, FrameReader } from '../../../src/plugins/frames.ts'
import { checkedFrame, hostFrames, runnerFrames } from '../../../src/plugins/protocol.ts'
import { anyJson, mutatedBytes, strangeText } from '../mutate.ts'
import type { Target } from '../run.ts'

const tables = [hostFrames, runnerFrames] as const
const fieldNames = [
  ...new Set(tables.flatMap((table) => Object.values(table).flatMap((fields) => Object.keys(fields)))),
]

export const pluginFrames: Target = {
  name: 'plugin-frames',
  claim: 'what comes over the pipe is a frame of the table with its fields alone, nothing, or ends the conversation',
  open: () => ({
    attempt(random) {
      for (const frame of framesIn(random, bytesOf(random)))
        for (const table of tables) {
          const checked = checkedFrame<Record<string, Fields>>(table, frame)
          if (checked === undefined) continue
          const declared = Object.keys((table as Record<string, Fields>)[checked.type] ?? {})
          for (const key of Object.keys(checked)) ok(key === 'type' || declared.includes(key))
        }
    },
  }),
}

function bytesOf(random: Random): Buffer {
  const frames = Array.from(
    { length: wholeNumber(random, 1, 4) },
    () => encodeFrame(frameOf(random)) ?? Buffer.alloc(0),
  )
  const bytes = Buffer.concat(frames)
  return chance(random, 0.5) ? Buffer.from(mutatedBytes(random, bytes)) : bytes
}

function frameOf(random: Random): unknown {
  if (chance(random, 0.1)) return anyJson(random)
  const fields = Array.from({ length: wholeNumber(random, 0, 5) }, () => [pick(random, fieldNames), anyJson(random)])
  const types = tables.flatMap((table) => Object.keys(table))
  const type = chance(random, 0.9) ? pick(random, types) : strangeText(random)
  return { type, ...Object.fromEntries(fields) }
}

function framesIn(random: Random, bytes: Buffer): unknown[] {
  const reader = new FrameReader()
  const frames: unknown[] = []
  try {
    for (let at = 0; at < bytes.length; ) {
      const length = wholeNumber(random, 1, 200)
      frames.push(...reader.push(bytes.subarray(at, at + length)))
      at += length
    }
  } catch (error) {
    if (!(error instanceof BrokenFrame)) throw error
  }
  return frames
}
