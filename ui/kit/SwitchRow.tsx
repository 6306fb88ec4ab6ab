/** A row with a label, a hint and a switch. */
import { type ReactNode, useId } from 'react'
import { Switch } from './Switch.tsx'
import styles from './SwitchRow.module.css'

interface Props {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function SwitchRow({ label, hint, ...rest }: Props) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
      <Switch id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...rest} />
    </div>
  )
}
