/**
 * Declares every message between the host and a runner, with its direction. Both sides check what they receive against
 * these tables; fields that are not listed here do not cross.
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
import { isTranslations } from './translations.ts'

/** The tiers in which each plugin has a process of its own. */
export type HostedTier = 'official' | 'notify'

/** Narrows the tier. The catalog lists no core plugins, because those run inside the bridge. */
export function hostedTier(tier: Tier): HostedTier {
  if (tier === 'core') throw new Error('A core plugin has no process of its own.')
  return tier
}

/** The number of messages that a plugin handles at a time; what else the runner has waits there for its turn. */
export const mostAtOnce = 8

/** host → runner */
export const hostFrames = {
  /** Load the module, describe it, exit. */
  describe: { entry: text },
  /** Load the module, check it, start the plugin. The runner sends `hello` first, then `ready` or `failed`. */
  init: {
    entry: text,
    name: text,
    tier: oneOf('official', 'notify'),
    is_bundled: flag,
    settings: record,
    data_dir: text,
  },
  /**
   * Handle one message, already cut down to the tier, when it is its turn. The runner answers with `ack`, `nak`, `term`
   * or `returned`.
   */
  deliver: { delivery_id: text, attempt: count, message: record },
  /** Abort this delivery, whose time is over. A late answer still counts. */
  cancel: { delivery_id: text },
  /** The call with this number succeeded with this value. */
  result: { call: count, value: record },
  /** The call with this number was refused; after so many seconds it may be tried again. */
  refusal: { call: count, code: text, reason: text, after_s: optional(seconds) },
  /** Something happened after a message. It is never answered. */
  event: { event: record },
  /** This many of the oldest acknowledgements are in the host's journal; forget them. */
  trim: { count },
  ping: {},
  /** Finish what is in flight within this time, then exit. */
  stop: { grace_ms: count, reason: oneOf('disabled', 'shutdown') },
}

/** The receiver's response, and its milliseconds, if the plugin reports them. */
const receiver = { status: optional(count), answered_ms: optional(count) }

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
    translations: isTranslations,
  },
  /**
   * The contents of this plugin's journal: acknowledged deliveries, and deliveries that were begun with an unknown
   * outcome.
   */
  hello: { acked: listOf(text), begun: listOf(text) },
  ready: { wants_events: flag },
  /** The plugin cannot be loaded, did not start, or threw an uncaught error; the runner exits. */
  failed: { stage: oneOf('load', 'start', 'run'), reason: text },
  /** The delivery is done, and that is on the disk. */
  ack: { delivery_id: text, ...receiver },
  /** The delivery failed; it is tried again after this many seconds, or as the host decides. */
  nak: {
    delivery_id: text,
    attempt: count,
    reason: text,
    after_s: optional(seconds),
    /** Null where the plugin does not know. */
    concerns: optional(oneOf('message', 'receiver')),
    ...receiver,
  },
  /** The delivery fails for good. */
  term: { delivery_id: text, attempt: count, reason: text, ...receiver },
  /** These deliveries were not begun, since another one failed: the host decides what is tried now. */
  returned: { delivery_ids: listOf(text) },
  /** The receiver's response to a test; the outcome follows. */
  answered: { delivery_id: text, attempt: count, status: optional(count), body: text },
  /** The plugin is still at work: the delivery's time starts again. */
  progress: { delivery_id: text },
  /** The receiver can be reached again: waiting deliveries are tried now. */
  retry_now: {},
  /** Calls a method of calls/methods.ts. The host answers with `result` or `refusal`, in any order. */
  call: { call: count, method: text, args: record },
  log: { level: oneOf('info', 'warn', 'error'), msg: text },
  mirror: { event: text, fields: record },
  pong: {},
}

type Table = Record<string, Fields>
type FramesOf<T extends Table> = { [Type in keyof T]: { type: Type } & ValuesOf<T[Type]> }[keyof T]

export type HostFrame = FramesOf<typeof hostFrames>
export type RunnerFrame = FramesOf<typeof runnerFrames>

/** Returns the frame with only its declared fields, or undefined when the table does not have it. */
export function checkedFrame<T extends Table>(table: T, value: unknown): FramesOf<T> | undefined {
  if (!record(value) || !text(value.type) || !Object.hasOwn(table, value.type)) return undefined
  const fields = checkedFields(table[value.type] ?? {}, value)
  return fields && ({ type: value.type, ...fields } as FramesOf<T>)
}
