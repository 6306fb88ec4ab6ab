/** Inputs and selects in a plugin's tree. */
import { useEffect, useRef, useState } from 'react'
import { Field, inputClass } from '../../kit/Field.tsx'
import type { SafeNode } from './check-tree.ts'

type Of<T extends SafeNode['type']> = Extract<SafeNode, { type: T }>
type Props<T extends SafeNode['type']> = { node: Of<T>; onUse: (handler: number, value: unknown) => void }

export const Choice = ({ node: { label, value, options, onChange }, onUse }: Props<'select'>) => (
  <Field label={label}>
    {(described) => (
      <select
        {...described}
        className={inputClass}
        value={value}
        onChange={({ target }) => onChange !== undefined && onUse(onChange, target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const restMs = 250

export function Input({ node: { label, value = '', placeholder, onChange, onSubmit }, onUse }: Props<'input'>) {
  const [text, setText] = useState(value)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const change = (next: string) => {
    setText(next)
    clearTimeout(resting.current)
    if (onChange !== undefined) resting.current = setTimeout(() => onUse(onChange, next), restMs)
  }
  return (
    <Field label={label}>
      {(described) => (
        <input
          {...described}
          className={inputClass}
          dir="auto"
          autoComplete="off"
          value={text}
          placeholder={placeholder}
          onChange={({ target }) => change(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Keeps Enter from submitting a form of the page around it.
            event.preventDefault()
            if (onSubmit !== undefined) onUse(onSubmit, text)
          }}
        />
      )}
    </Field>
  )
}
