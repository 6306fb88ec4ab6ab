/**
 * The messages between the page and a plugin's frame, each a JSON string over their port, and the limits of what they
 * may hold.
 */
import type { Surroundings } from './host.ts'
import type { SlotName } from './slots.ts'

export const protocolVersion = 1

export const limits = {
  messageLength: 64 * 1024,
  nodes: 200,
  textLength: 4 * 1024,
  depth: 8,
  updatesPerSecond: 60,
  bootMs: 5_000,
  pingMs: 2_000,
  /** The time without any message after which a frame counts as dead: three pings. */
  silenceMs: 5_500,
  height: 800,
} as const

export interface Mount {
  id: string
  slot: SlotName
  props: Readonly<Record<string, unknown>>
}

/** The first message comes with the port, by `postMessage` of the window; all others are strings over the port. */
export interface Hello {
  type: 'hello'
  version: number
  surroundings: Surroundings
  /** The slot whose view this frame shows; null for the frame that draws trees. */
  view: SlotName | null
}

export type FromPage =
  | { type: 'mount'; mounts: readonly Mount[] }
  | { type: 'unmount'; ids: readonly string[] }
  /** The user used a control: `handler` is the number that replaced its function in the tree. */
  | { type: 'event'; mount: string; handler: number; value: unknown }
  | { type: 'answer'; call: number; value: unknown }
  | { type: 'refusal'; call: number; code: string; reason: string }
  | { type: 'surroundings'; surroundings: Surroundings }
  | { type: 'ping' }

export type FromFrame =
  | { type: 'ready'; slots: readonly string[]; views: readonly string[] }
  | { type: 'trees'; trees: readonly { mount: string; tree: unknown }[] }
  | { type: 'call'; call: number; method: string; args: Readonly<Record<string, unknown>> }
  /** An error occurred in this slot; null where the slot is unknown, so that all of them are given up. */
  | { type: 'failed'; slot: string | null; reason: string }
  | { type: 'height'; pixels: number }
  | { type: 'pong' }
