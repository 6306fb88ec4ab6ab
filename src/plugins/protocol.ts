/**
 * Every message between the host and a runner, with its direction. Both sides check what they receive against these tables;
 * fields that are not written down here do not cross.
 */

type Check<T> = (value: unknown) => value is T

const text: Check<string> = (value): value is string => typeof value === 'string'
const count: Check<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const record: Check<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf =
  <T>(item: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(item)
const optional =
  <T>(item: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || item(value)
const seconds: Check<number> = (value): value is number => Number.isFinite(value) && Number(value) >= 0
const oneOf =
  <T extends string>(...values: T[]): Check<T> =>
  (value): value is T =>
    values.some((one) => one === value)

/** host → runner */
export const hostFrames = {
  /** Load the module, say what it is, exit. */
  describe: { entry: text },
  /** Load the module, check it, start the plugin. First come `hello`, then `ready` or `failed`. */
  init: { entry: text, name: text, tier: oneOf('official', 'notify'), settings: record, data_dir: text },
  /** One message, already cut down to the tier. Answered by `ack`, `nak` or `term`. */
  deliver: { delivery_id: text, attempt: count, message: record },
  /** The time of this delivery is over: abort it. A late answer still counts. */
  cancel: { delivery_id: text },
  /** So many of the oldest acknowledgements are in the host's journal; forget them. */
  trim: { count },
  ping: {},
  /** Finish what is in flight within this time, then exit. */
  stop: { grace_ms: count },
}

/** runner → host */
export const runnerFrames = {
  described: {
    name: text,
    tier: oneOf('core', 'official', 'notify'),
    settings_schema: record,
    display_name: optional(text),
    description: optional(text),
  },
  /** What this plugin's journal still holds: acknowledged deliveries, and those begun of which nothing more is known. */
  hello: { acked: listOf(text), begun: listOf(text) },
  ready: {},
  /** The plugin cannot be loaded, did not start, or threw where nobody catches; the runner exits. */
  failed: { stage: oneOf('load', 'start', 'run'), reason: text },
  /** The delivery is done and that is on the disk. */
  ack: { delivery_id: text },
  /** Not done; again after so many seconds, or as the host sees fit. */
  nak: { delivery_id: text, attempt: count, reason: text, after_s: optional(seconds) },
  /** Never to be done. */
  term: { delivery_id: text, attempt: count, reason: text },
  /** Still at work: the delivery's time starts anew. */
  progress: { delivery_id: text },
  log: { level: oneOf('info', 'warn', 'error'), msg: text },
  mirror: { event: text, fields: record },
  pong: {},
}

type Table = Record<string, Record<string, Check<unknown>>>
type FramesOf<T extends Table> = {
  [Type in keyof T]: { type: Type } & {
    [Field in keyof T[Type]]: T[Type][Field] extends Check<infer Value> ? Value : never
  }
}[keyof T]

export type HostFrame = FramesOf<typeof hostFrames>
export type RunnerFrame = FramesOf<typeof runnerFrames>

/** The frame with its declared fields alone, or undefined when it is none of the table. */
export function checkedFrame<T extends Table>(table: T, value: unknown): FramesOf<T> | undefined {
  if (!record(value) || !text(value.type) || !Object.hasOwn(table, value.type)) return undefined
  const fields = table[value.type] ?? {}
  const frame: Record<string, unknown> = { type: value.type }
  for (const [field, check] of Object.entries(fields)) {
    if (!check(value[field])) return undefined
    frame[field] = value[field]
  }
  return frame as FramesOf<T>
}
