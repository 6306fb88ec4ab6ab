/** Chooses people of Contacts by name, or takes any typed address. */
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { PersonBox } from '../PersonBox.tsx'
import { emptied, textOfValue } from '../written.ts'
import { Chips } from './Chips.tsx'

export function ContactControl({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'contact'>>) {
  const entries = (
    Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]
  ).map(textOfValue)
  const described = { 'aria-describedby': props['aria-describedby'], 'aria-invalid': props['aria-invalid'] }
  const onRemove = (index: number) => onChange(field.isMany ? entries.toSpliced(index, 1) : emptied(field))
  return (
    <>
      <Chips entries={entries} onRemove={onRemove} />
      {!field.isReadOnly && (field.isMany || entries.length === 0) && (
        <PersonBox
          id={id}
          {...described}
          onChoose={(handle) => onChange(field.isMany ? [...new Set([...entries, handle])] : handle)}
        />
      )}
    </>
  )
}
