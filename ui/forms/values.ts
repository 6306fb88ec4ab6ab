/** Reads and changes the values of a form by path, so that values without a field stay as they are. */
import { isObject } from '../../src/base/json-object.ts'
import type { Schema } from './schema.ts'

export type Path = readonly (string | number)[]

/** The path as used in the address and as the key of a field's problems and texts. */
export const placeOf = (path: Path): string => path.join('.')

/** Whether a place is another one or lies below it; all places lie below the empty one. */
export const isWithin = (place: string, outer: string): boolean =>
  outer === '' || place === outer || place.startsWith(`${outer}.`)

export function valueAt(values: unknown, path: Path): unknown {
  let value = values
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step]
    else return undefined
  }
  return value
}

/** Undefined removes the key of an object or the entry of a list. */
export function withValueAt(values: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const inner = rest.length === 0 ? value : withValueAt(valueAt(values, [step]), rest, value)
  if (typeof step === 'number') {
    const list = Array.isArray(values) ? values : []
    return inner === undefined ? list.toSpliced(step, 1) : Object.assign([...list], { [step]: inner })
  }
  const { [step]: before, ...others } = isObject(values) ? values : {}
  if (inner === undefined) return others
  return before === undefined ? { ...others, [step]: inner } : { ...(values as Schema), [step]: inner }
}

/**
 * Returns the merge patch (RFC 7396) from one value to the other, or undefined when nothing has changed. Null removes a
 * key.
 */
export function patchBetween(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return JSON.stringify(before) === JSON.stringify(after) ? undefined : after
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changes = [...names].flatMap((name) => {
    if (!(name in after)) return [[name, null] as const]
    const change = patchBetween(before[name], after[name])
    return change === undefined ? [] : [[name, change] as const]
  })
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}

/** Returns the paths at which the two differ; a list counts as a whole. */
export function changedPlaces(before: unknown, after: unknown, path: Path = []): Path[] {
  if (!isObject(before) || !isObject(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    changedPlaces(before[name], after[name], [...path, name]),
  )
}
