/**
 * The messages between the page and a plugin's frame, each a JSON string over their port, and the limits of what they
 * may hold.
 */
import type { Surroundings } from './host.ts'
import type { SlotName } from './slots.ts'

export const protocolVersion = 2

export const limits = {
  messageLength: 64 * 1024,
  messagesPerSecond: 500,
  bootMs: 5_000,
  pingMs: 2_000,
  /** The time without any message after which a frame counts as dead: three pings. */
  silenceMs: 5_500,
  /** The largest sizes of a frame in pixels. */
  height: 800,
  toolbarWidth: 260,
} as const

/** The first message comes with the port, by `postMessage` of the window; all others are strings over the port. */
export interface Hello {
  type: 'hello'
  version: number
  surroundings: Surroundings
  /** The slot that this frame draws. */
  slot: SlotName
  props: Readonly<Record<string, unknown>>
}

export type FromPage =
  | { type: 'answer'; call: number; value: unknown }
  | { type: 'refusal'; call: number; code: string; reason: string }
  | { type: 'surroundings'; surroundings: Surroundings }
  /** Some slot of the plugin has set this key of its storage. */
  | { type: 'stored'; key: string }
  | { type: 'ping' }

export type FromFrame =
  /** The module is loaded, and its function for the slot has returned. */
  | { type: 'ready' }
  | { type: 'call'; call: number; method: string; args: Readonly<Record<string, unknown>> }
  | { type: 'failed'; reason: string }
  | { type: 'size'; width: number; height: number }
  /** Somebody pressed a key or a button in it. */
  | { type: 'used' }
  | { type: 'pong' }
