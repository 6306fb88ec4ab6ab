/**
 * The input for a secret: hidden, not offered to password managers, and multi-line when the secret has several lines.
 */
import { type ClipboardEvent, useState } from 'react'
import { inputClass } from '../../kit/Field.tsx'
import styles from '../Form.module.css'
import type { ControlProps } from '../form-context.ts'
import { textOfValue } from '../written.ts'

const notForManagers = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
}

export function SecretInput({ field, value, onChange, id, title, ...props }: ControlProps) {
  const [hasLines, setLines] = useState(false)
  const given = {
    ...notForManagers,
    id,
    value: textOfValue(value),
    'aria-label': title,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    placeholder: field.example,
    readOnly: field.isReadOnly,
    spellCheck: false,
  }
  const take = (text: string) => onChange(text === '' ? undefined : text)
  if (hasLines)
    return (
      <textarea
        {...given}
        rows={3}
        className={`${inputClass} ${styles.hidden}`}
        onChange={({ target }) => take(target.value)}
      />
    )
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!pasted.trim().includes('\n')) return
    event.preventDefault()
    setLines(true)
    take(pasted)
  }
  return (
    <input
      {...given}
      type="password"
      className={inputClass}
      onPaste={onPaste}
      onChange={({ target }) => take(target.value)}
    />
  )
}
