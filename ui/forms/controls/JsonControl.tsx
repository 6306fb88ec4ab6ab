/** Edits a value as JSON for which there is no other control. */
import { useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { inputClass } from '../../kit/Field.tsx'
import styles from '../Form.module.css'
import { type FieldOf, same } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { isHalfJson, meantBy, typedIn } from '../half-json.ts'
import { jsonOfValue } from '../written.ts'

export function JsonControl({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'json'>>) {
  // Keeps whitespace and line breaks as they are typed.
  const [typed, setTyped] = useState('')
  const noteId = `${id}-note`
  const written = isHalfJson(value) ? typedIn(value) : jsonOfValue(value)
  return (
    <>
      <textarea
        id={id}
        className={`${inputClass} ${styles.code}`}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        value={typed !== '' && same(meantBy(typed), value) ? typed : written}
        readOnly={field.isReadOnly}
        aria-describedby={`${noteId} ${props['aria-describedby'] ?? ''}`}
        aria-invalid={props['aria-invalid']}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(meantBy(target.value))
        }}
        onBlur={() => setTyped('')}
      />
      <p id={noteId} className={styles.description}>
        {t('forms.json_note')}
      </p>
    </>
  )
}
