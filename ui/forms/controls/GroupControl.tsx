/** A group of fields that belong together. */
import type { FieldOf } from '../field.ts'
import { type ControlProps, useForm } from '../form-context.ts'

export function GroupControl({ field, path }: ControlProps<FieldOf<'group'>>) {
  const { Fields } = useForm()
  return <Fields schema={field.schema} path={path} />
}
