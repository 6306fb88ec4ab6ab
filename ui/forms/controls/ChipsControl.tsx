/** A list of texts or numbers: Enter adds one, and pasting can add several. */
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { t } from '../../catalogue/texts.ts'
import { inputClass } from '../../kit/Field.tsx'
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { entriesOfText, numberOfText, textOfValue } from '../written.ts'
import { Chips } from './Chips.tsx'

export function ChipsControl({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'chips'>>) {
  const [text, setText] = useState('')
  const entries = Array.isArray(value) ? value : []
  const add = (texts: readonly string[]) => {
    const added = field.ofNumbers ? texts.map(numberOfText) : texts
    if (added.length > 0) onChange([...entries, ...added])
    setText('')
  }
  const addTyped = () => add(text.trim() === '' ? [] : [text.trim()])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '') return
    event.preventDefault()
    addTyped()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = entriesOfText(event.clipboardData.getData('text'))
    if (pasted.length < 2) return
    event.preventDefault()
    add(pasted)
  }
  return (
    <>
      <Chips entries={entries.map(textOfValue)} onRemove={(index) => onChange(entries.toSpliced(index, 1))} />
      {!field.isReadOnly && (
        <input
          id={id}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={inputClass}
          autoComplete="off"
          value={text}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          placeholder={field.example ?? t('forms.add_entry')}
          title={t('forms.entries')}
          onChange={({ target }) => setText(target.value)}
          onBlur={addTyped}
        />
      )}
    </>
  )
}
