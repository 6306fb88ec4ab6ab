/** The order of the rules: of several that answer the same message, the first does. */

/** With the one of this id at another place. */
export function moved<T extends { id: string }>(rules: readonly T[], { id, to }: { id: string; to: number }): T[] {
  const rule = rules.find((each) => each.id === id)
  if (rule === undefined) return [...rules]
  return rules.filter((each) => each !== rule).toSpliced(Math.max(0, to), 0, rule)
}
