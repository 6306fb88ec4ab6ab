/** What an id of the event stream means to a tab: the next one, one that it knows, or a sign that it missed some. */

/** `gap`: something was missed, so that everything is to be read anew. */
export type Reading = 'next' | 'known' | 'gap'

/** Ids follow one another without a hole. `last` is undefined before the first. */
export function readingOf(id: number, last: number | undefined): Reading {
  if (last === undefined) return 'next'
  if (id <= last) return 'known'
  return id === last + 1 ? 'next' : 'gap'
}

/** Whoever holds the stream has told of everything up to `position`. */
export const hasMissed = (position: number, last: number | undefined): boolean => last !== undefined && position > last
