/** What no other control is made for, as JSON. While it is not valid, the value stays as it was. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { inputClass } from '../../kit/Field.tsx'
import styles from '../Form.module.css'
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { jsonOfValue, valueOfJson } from '../written.ts'

export function JsonControl({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'json'>>) {
  const [typed, setTyped] = useState<{ text: string; reason: string }>()
  const noteId = `${id}-note`
  const take = (text: string) => {
    try {
      onChange(valueOfJson(text))
      setTyped({ text, reason: '' })
    } catch (error) {
      setTyped({ text, reason: String((error as Error).message) })
    }
  }
  return (
    <>
      <textarea
        id={id}
        className={`${inputClass} ${styles.code}`}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        value={typed?.text ?? jsonOfValue(value)}
        readOnly={field.isReadOnly}
        aria-describedby={`${noteId} ${props['aria-describedby'] ?? ''}`}
        aria-invalid={typed?.reason ? true : props['aria-invalid']}
        onChange={({ target }) => take(target.value)}
        onBlur={() => typed?.reason === '' && setTyped(undefined)}
      />
      <p id={noteId} className={typed?.reason ? styles.problem : styles.description}>
        {typed?.reason ? t('forms.problem_json', { reason: typed.reason }) : t('forms.json_note')}
      </p>
    </>
  )
}
