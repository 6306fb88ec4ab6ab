/** Chooses one of several variants of an object and shows its fields. Values that both variants have are kept. */
import { t } from '../../catalogue/texts.ts'
import { inputClass } from '../../kit/Field.tsx'
import { type FieldOf, same } from '../field.ts'
import { type ControlProps, useForm } from '../form-context.ts'
import { isObject, propertiesOf } from '../schema.ts'
import { valueAt } from '../values.ts'

export function VariantsControl({
  field,
  path,
  value,
  onChange,
  id,
  title,
  ...props
}: ControlProps<FieldOf<'variants'>>) {
  const { Fields } = useForm()
  const { by, variants } = field
  const chosen = variants.findIndex((variant) => same(variant.value, valueAt(value, [by])))
  const take = (index: number) => {
    const variant = variants[index]
    if (variant === undefined) return
    const known = Object.keys(propertiesOf(variant.schema))
    const kept = Object.entries(isObject(value) ? value : {}).filter(([name]) => known.includes(name))
    onChange({ ...Object.fromEntries(kept), [by]: variant.value })
  }
  return (
    <>
      <select
        id={id}
        className={inputClass}
        aria-label={title}
        aria-invalid={props['aria-invalid']}
        value={String(chosen)}
        disabled={field.isReadOnly}
        onChange={({ target }) => take(Number(target.value))}
      >
        {chosen < 0 && (
          <option value="-1" disabled>
            {t('forms.choose')}
          </option>
        )}
        {variants.map((variant, index) => (
          <option key={variant.title} value={String(index)}>
            {variant.title}
          </option>
        ))}
      </select>
      {variants[chosen] !== undefined && <Fields schema={variants[chosen].schema} path={path} except={by} />}
    </>
  )
}
