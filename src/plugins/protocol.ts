/**
 * Every message between the host and a runner, with its direction. Both sides check what they receive against these tables;
 * fields that are not written down here do not cross.
 */
import type { Tier } from '../plugin-api/index.ts'
import {
  checkedFields,
  count,
  type Fields,
  flag,
  listOf,
  oneOf,
  optional,
  record,
  seconds,
  text,
  type ValuesOf,
} from './field-checks.ts'
import { isPageManifest } from './page-manifest.ts'
import { isNetworkPlace } from './plugin-contract.ts'

/** The tiers of which each plugin has a process of its own. */
export type HostedTier = 'official' | 'notify'

/** The catalog lets no core plugin through: those run inside the bridge. */
export function hostedTier(tier: Tier): HostedTier {
  if (tier === 'core') throw new Error('A core plugin has no process of its own.')
  return tier
}

/** host → runner */
export const hostFrames = {
  /** Load the module, say what it is, exit. */
  describe: { entry: text },
  /** Load the module, check it, start the plugin. First come `hello`, then `ready` or `failed`. */
  init: {
    entry: text,
    name: text,
    tier: oneOf('official', 'notify'),
    is_bundled: flag,
    settings: record,
    data_dir: text,
  },
  /** One message, already cut down to the tier. Answered by `ack`, `nak` or `term`. */
  deliver: { delivery_id: text, attempt: count, message: record },
  /** The time of this delivery is over: abort it. A late answer still counts. */
  cancel: { delivery_id: text },
  /** What the call of this number gives. */
  result: { call: count, value: record },
  /** The call of this number is not done; worth another after so many seconds. */
  refusal: { call: count, code: text, reason: text, after_s: optional(seconds) },
  /** Something happened after a message. Never answered. */
  event: { event: record },
  /** So many of the oldest acknowledgements are in the host's journal; forget them. */
  trim: { count },
  ping: {},
  /** Finish what is in flight within this time, then exit. */
  stop: { grace_ms: count, reason: oneOf('disabled', 'shutdown') },
}

/** runner → host */
export const runnerFrames = {
  described: {
    name: text,
    tier: oneOf('core', 'official', 'notify'),
    settings_schema: record,
    display_name: optional(text),
    description: optional(text),
    network: listOf(isNetworkPlace),
    page: optional(isPageManifest),
  },
  /** What this plugin's journal still holds: acknowledged deliveries, and those begun of which nothing more is known. */
  hello: { acked: listOf(text), begun: listOf(text) },
  ready: { wants_events: flag },
  /** The plugin cannot be loaded, did not start, or threw where nobody catches; the runner exits. */
  failed: { stage: oneOf('load', 'start', 'run'), reason: text },
  /** The delivery is done and that is on the disk. */
  ack: { delivery_id: text },
  /** Not done; again after so many seconds, or as the host sees fit. */
  nak: {
    delivery_id: text,
    attempt: count,
    reason: text,
    after_s: optional(seconds),
    /** Null where the plugin does not know. */
    concerns: optional(oneOf('message', 'receiver')),
  },
  /** Never to be done. */
  term: { delivery_id: text, attempt: count, reason: text },
  /** Still at work: the delivery's time starts anew. */
  progress: { delivery_id: text },
  /** The other side can be reached again: what waits is tried now. */
  retry_now: {},
  /** Asks for one of calls/methods.ts. Answered by `result` or `refusal`, in any order. */
  call: { call: count, method: text, args: record },
  log: { level: oneOf('info', 'warn', 'error'), msg: text },
  mirror: { event: text, fields: record },
  pong: {},
}

type Table = Record<string, Fields>
type FramesOf<T extends Table> = { [Type in keyof T]: { type: Type } & ValuesOf<T[Type]> }[keyof T]

export type HostFrame = FramesOf<typeof hostFrames>
export type RunnerFrame = FramesOf<typeof runnerFrames>

/** The frame with its declared fields alone, or undefined when it is none of the table. */
export function checkedFrame<T extends Table>(table: T, value: unknown): FramesOf<T> | undefined {
  if (!record(value) || !text(value.type) || !Object.hasOwn(table, value.type)) return undefined
  const fields = checkedFields(table[value.type] ?? {}, value)
  return fields && ({ type: value.type, ...fields } as FramesOf<T>)
}
