// Converts times to those of Messages: since 2001, in nanoseconds for messages and in seconds for attachments and
// edits.

const epochMs = Date.UTC(2001, 0, 1)

/** Returns a bigint, since today's values are beyond what a number can represent exactly. */
export const appleNanoseconds = (ms: number): bigint => BigInt(Math.round((ms - epochMs) * 1000)) * 1000n

export const appleSeconds = (ms: number): number => (ms - epochMs) / 1000
