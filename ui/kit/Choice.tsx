/** A checkbox or radio button with an explanation. */
import { type ComponentProps, useId } from 'react'
import styles from './Choice.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  type: 'checkbox' | 'radio'
  label: string
  hint: string
  onChange: (checked: boolean) => void
}

export function Choice({ label, hint, onChange, ...input }: Props) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <input
        {...input}
        id={id}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  )
}
