/** A checkbox with its label, which needs no explanation. */
import type { ReactNode } from 'react'
import styles from './grant.module.css'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

export const Check = ({ checked, onChange, children }: Props) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {children}
  </label>
)
