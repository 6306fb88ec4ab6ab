/** Buttons in a row, of which one or several are on. */
import type { ReactNode } from 'react'
import styles from './Segments.module.css'

interface Props<T> {
  label: string
  values: readonly T[]
  isOn(value: T): boolean
  onPress(value: T): void
  show(value: T): ReactNode
}

export const Segments = <T extends string>({ label, values, isOn, onPress, show }: Props<T>) => (
  <fieldset className={styles.segments} aria-label={label}>
    {values.map((value) => (
      <button key={value} type="button" aria-pressed={isOn(value)} onClick={() => onPress(value)}>
        {show(value)}
      </button>
    ))}
  </fieldset>
)
