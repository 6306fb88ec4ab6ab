/** Builds a name for an unnamed group from the names of its members. */

const mostNames = 4

export function groupTitle(names: readonly string[]): string {
  if (names.length <= mostNames) return listed(names)
  const shown = names.slice(0, mostNames - 1)
  return `${shown.join(', ')} and ${names.length - shown.length} others`
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'Group') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
