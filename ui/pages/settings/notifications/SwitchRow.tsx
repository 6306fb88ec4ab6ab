/** A row of a card: what is switched, what that means, and the switch. */
import { useId } from 'react'
import { Switch } from '../../../kit/Switch.tsx'
import styles from './NotificationsSection.module.css'

interface Props {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function SwitchRow({ label, hint, checked, onChange }: Props) {
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
      <Switch id={id} aria-describedby={hint && `${id}-hint`} checked={checked} onChange={onChange} />
    </div>
  )
}
