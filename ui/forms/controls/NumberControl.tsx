/** A number with a decimal comma or point. The field keeps the typed text, so that a number can be half typed. */
import { useState } from 'react'
import { inputClass } from '../../kit/Field.tsx'
import styles from '../Form.module.css'
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { emptied, numberOfText, textOfValue } from '../written.ts'

export function NumberControl({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'number'>>) {
  const [typed, setTyped] = useState<string>()
  const meant = typed === undefined ? undefined : (numberOfText(typed) ?? emptied(field))
  const shown = typed !== undefined && (meant === value || meant === undefined) ? typed : textOfValue(value)
  return (
    <input
      id={id}
      className={`${inputClass} ${styles.number}`}
      inputMode={field.isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      placeholder={field.example ?? textOfValue(field.initial)}
      readOnly={field.isReadOnly}
      required={field.isRequired}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberOfText(target.value) ?? emptied(field))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
