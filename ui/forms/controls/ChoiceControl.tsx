/** Chooses one of several values. A value that is not among them stays until another one is chosen. */
import { t } from '../../catalogue/texts.ts'
import { inputClass } from '../../kit/Field.tsx'
import { type FieldOf, type Option, same } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { textOfValue } from '../written.ts'

export function ChoiceControl({
  field,
  value,
  onChange,
  id,
  options: titles,
  ...props
}: ControlProps<FieldOf<'choice'>>) {
  const { options } = field
  const chosen = options.findIndex((option) => same(option.value, value))
  return (
    <select
      id={id}
      className={inputClass}
      value={String(chosen)}
      disabled={field.isReadOnly}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      {chosen < 0 && (
        <option value="-1" disabled>
          {value === undefined ? t('forms.choose') : textOfValue(value)}
        </option>
      )}
      {options.map((option, index) => (
        <option key={textOfValue(option.value)} value={String(index)}>
          {titles?.[String(option.value)] ?? wordsOf(option)}
        </option>
      ))}
    </select>
  )
}

function wordsOf({ value, title }: Option): string {
  if (value === null) return t('forms.none')
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
  return title === '' ? t('forms.none') : title
}
