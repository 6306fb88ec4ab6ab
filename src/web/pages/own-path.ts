/** Turns the requested destination after signing in into a path of this origin, whatever was requested. */

const base = 'http://own.invalid'
const home = '/app/'

export function ownPath(next: string | undefined): string {
  if (next === undefined || !URL.canParse(next, base)) return home
  const { origin, pathname, search, hash } = new URL(next, base)
  // Two slashes at the beginning would name another host again.
  if (origin !== base || !next.startsWith('/') || pathname.startsWith('//')) return home
  return `${pathname}${search}${hash}`
}
