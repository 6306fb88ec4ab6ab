/** A text in one or several lines, or an address. */
import type { ChangeEvent } from 'react'
import { inputClass } from '../../kit/Field.tsx'
import styles from '../Form.module.css'
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { emptied, textOfValue } from '../written.ts'

/** A key or certificate is pasted with its line breaks, which a single-line field would lose. */
const isOfLines = (value: string, pattern: unknown): boolean =>
  value.includes('\n') || (typeof pattern === 'string' && pattern.includes('-----BEGIN'))

export function TextControl({
  field,
  value,
  onChange,
  id,
  title: _,
  labelId: _labelId,
  ...props
}: ControlProps<FieldOf<'text'>>) {
  const text = textOfValue(value)
  const given = {
    id,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(target.value === '' ? emptied(field) : target.value),
    className: inputClass,
    placeholder: field.example,
    readOnly: field.isReadOnly,
    required: field.isRequired,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    dir: 'auto' as const,
    autoComplete: 'off',
    spellCheck: field.isLong,
  }
  if (field.isLong || isOfLines(text, field.schema.pattern))
    return <textarea {...given} rows={4} className={`${inputClass} ${field.isLong ? '' : styles.code}`} />
  return <input {...given} type={field.input} />
}
