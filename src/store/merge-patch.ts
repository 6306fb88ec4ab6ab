/** Merges a JSON merge patch (RFC 7396): values in `patch` replace, null removes, and the rest of `target` stays. */

import { isObject } from '../base/json-object.ts'
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const kept = isObject(target) ? Object.entries(target).filter(([key]) => !Object.hasOwn(patch, key)) : []
  const before = isObject(target) ? target : {}
  const changed = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, mergePatch(Object.hasOwn(before, key) ? before[key] : undefined, value)])
  // fromEntries defines each key, so that one named __proto__ is an ordinary key.
  return Object.fromEntries([...kept, ...changed])
}
