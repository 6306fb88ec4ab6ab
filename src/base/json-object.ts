/** Recognises JSON objects among values of unknown shape. */

export type JsonObject = Record<string, unknown>

/** Whether the value is an object with named members: not null, and not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value as an object; an empty one where it is something else. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {})
