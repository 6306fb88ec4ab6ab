/** A segmented control that chooses one of a few options. */
import { useId } from 'react'
import styles from './Appearance.module.css'

interface Props<T extends string> {
  label: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
}

export function Segments<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <fieldset className={styles.row}>
      <legend>{label}</legend>
      <div className={styles.segments}>
        {options.map(([each, text]) => (
          <label key={each} className={styles.segment}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
