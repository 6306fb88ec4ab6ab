/** Computes what a JSON text would change in the settings from which it began. */

import { isObject } from '../../../../src/base/json-object.ts'
import type { Draft } from '../../../forms/draft.ts'
import { changedPlaces, valueAt } from '../../../forms/values.ts'
import { valueOfJson } from '../../../forms/written.ts'

export type JsonDraft = { draft: Draft; values: unknown } | { reason: string }

export function draftOfJson(text: string, base: unknown): JsonDraft {
  try {
    const values = valueOfJson(text)
    if (!isObject(values)) return { reason: '{ … }' }
    const draft = changedPlaces(base, values).map((path) => ({
      path,
      value: valueAt(values, path),
      base: valueAt(base, path),
    }))
    return { draft, values }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}
