/** Changes the order of the rules: when several match the same message, the first one replies. */

/** Returns the rules with this one at its new position. */
export function moved<T extends { id: string }>(rules: readonly T[], { id, to }: { id: string; to: number }): T[] {
  const rule = rules.find((each) => each.id === id)
  if (rule === undefined) return [...rules]
  return rules.filter((each) => each !== rule).toSpliced(Math.max(0, to), 0, rule)
}
