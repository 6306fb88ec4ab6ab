/** Writes what passes through an event stream, in the format that `EventSource` reads. */

/** The time that a reader waits before it reconnects. */
const retryMs = 2_000

/** The beginning of a stream. With an id, a reader that is cut off before the first event knows where to continue. */
export const greeting = (id?: number): string => `${id === undefined ? '' : `id: ${id}\n`}retry: ${retryMs}\n\n`

/** An event under its id. `json` is the event as JSON. */
export const numbered = (id: number, json: string): string => `id: ${id}\ndata: ${json}\n\n`

/** An event that is not kept, and has no id. */
export const passing = (event: object): string => `data: ${JSON.stringify(event)}\n\n`

/** Tells a reader to read everything anew, and to go on after the id. */
export const resetAt = (id: number): string => numbered(id, '{"type":"reset"}')
