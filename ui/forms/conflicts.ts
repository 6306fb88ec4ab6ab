/** Settles edits whose value was changed elsewhere meanwhile: mine, theirs, or both where lists can be joined. */
import { conflictsOf, type Draft, type Edit, rebased, withEdit, withoutEdits } from './draft.ts'
import { same } from './field.ts'
import { placeOf, valueAt } from './values.ts'

export type Side = 'mine' | 'theirs' | 'both'

/** The choice for each path; paths without a choice count as `mine`. */
export type Sides = Readonly<Record<string, Side>>

/**
 * Contains what either side added once, and lacks what either side removed. Returns undefined when the values cannot be
 * joined.
 */
export function joined({ base, value }: Edit, theirs: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value) || !Array.isArray(theirs)) return undefined
  const before: readonly unknown[] = Array.isArray(base) ? base : []
  const holds = (list: readonly unknown[], entry: unknown) => list.some((one) => same(one, entry))
  const kept = theirs.filter((entry) => holds(value, entry) || !holds(before, entry))
  return [...kept, ...value.filter((entry) => !holds(kept, entry) && !holds(before, entry))]
}

/** Returns the draft on top of the saved values, without any conflict. */
export function settled(draft: Draft, saved: unknown, sides: Sides): Draft {
  const open = conflictsOf(draft, saved)
  const sideOf = ({ path }: Edit) => sides[placeOf(path)] ?? 'mine'
  const kept = withoutEdits(
    draft,
    open.filter((edit) => sideOf(edit) !== 'mine'),
  )
  return open
    .filter((edit) => sideOf(edit) === 'both')
    .reduce(
      (now, edit) => {
        const theirs = valueAt(saved, edit.path)
        return withEdit(now, { path: edit.path, value: joined(edit, theirs) ?? edit.value }, saved)
      },
      rebased(kept, saved),
    )
}
