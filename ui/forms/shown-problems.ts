/** Decides which problem is shown beside which field. */
import type { Field, FieldKind } from './field.ts'
import { isWithin } from './values.ts'

/** Kinds that show the problem of any part, because they contain no fields. */
const whole: readonly FieldKind[] = ['chips', 'checklist', 'map', 'json']

export function problemAt(
  problems: ReadonlyMap<string, string>,
  { kind, isSecret }: Pick<Field, 'kind' | 'isSecret'>,
  place: string,
): string | undefined {
  const own = problems.get(place)
  if (own !== undefined || !(whole.includes(kind) || isSecret)) return own
  for (const [at, problem] of problems) if (isWithin(at, place)) return problem
  return undefined
}
