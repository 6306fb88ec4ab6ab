/** The unsaved changes of a form: edits on top of the saved values, whatever happens to those meanwhile. */
import { isWithin, type Path, patchBetween, placeOf, valueAt, withValueAt } from './values.ts'

export interface Edit {
  path: Path
  value: unknown
  /** The value at the path when the edit began. */
  base: unknown
}

export type Draft = readonly Edit[]

/** An edit that restores the saved value is dropped. */
export function withEdit(draft: Draft, { path, value }: Pick<Edit, 'path' | 'value'>, saved: unknown): Draft {
  const place = placeOf(path)
  const others = draft.filter((edit) => !isWithin(placeOf(edit.path), place))
  const { base } = draft.find((edit) => placeOf(edit.path) === place) ?? { base: valueAt(saved, path) }
  const isAsSaved = JSON.stringify(value) === JSON.stringify(valueAt(valuesWith(others, saved), path))
  return isAsSaved ? others : [...others, { path, value, base }]
}

export const valuesWith = (draft: Draft, saved: unknown): unknown =>
  draft.reduce((values, { path, value }) => withValueAt(values, path, value), saved)

export const patchOf = (draft: Draft, saved: unknown): unknown => patchBetween(saved, valuesWith(draft, saved))

/** Returns the edits whose saved value has been changed by somebody else. */
export const conflictsOf = (draft: Draft, saved: unknown): Draft =>
  draft.filter(({ path, base, value }) => {
    const now = JSON.stringify(valueAt(saved, path))
    return now !== JSON.stringify(base) && now !== JSON.stringify(value)
  })

export const rebased = (draft: Draft, saved: unknown): Draft =>
  draft.map((edit) => ({ ...edit, base: valueAt(saved, edit.path) }))

export const withoutEdits = (draft: Draft, gone: Draft): Draft => {
  const places = gone.map(({ path }) => placeOf(path))
  return draft.filter(({ path }) => !places.includes(placeOf(path)))
}
