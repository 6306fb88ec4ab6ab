/** Decides what an id of the event stream means to a tab: the next event, a known one, or a gap. */

/** `gap` means that events were missed, so that everything must be read again. */
export type Reading = 'next' | 'known' | 'gap'

/** Ids are consecutive; `last` is undefined before the first event. */
export function readingOf(id: number, last: number | undefined): Reading {
  if (last === undefined) return 'next'
  if (id <= last) return 'known'
  return id === last + 1 ? 'next' : 'gap'
}

/** The holder of the stream has passed on all events up to `position`. */
export const hasMissed = (position: number, last: number | undefined): boolean => last !== undefined && position > last
