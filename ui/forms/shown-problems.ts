/** Which problem stands beside which field. */
import type { Field, FieldKind } from './field.ts'

/** Those that show what is wrong with any part of them, because no field lies within. */
const whole: readonly FieldKind[] = ['chips', 'checklist', 'contact', 'map', 'json']

export function problemAt(
  problems: ReadonlyMap<string, string>,
  { kind, isSecret }: Pick<Field, 'kind' | 'isSecret'>,
  place: string,
): string | undefined {
  const own = problems.get(place)
  if (own !== undefined || !(whole.includes(kind) || isSecret)) return own
  for (const [at, problem] of problems) if (at.startsWith(`${place}.`)) return problem
  return undefined
}
