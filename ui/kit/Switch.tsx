/** A switch that takes effect at once. */
import styles from './Switch.module.css'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Accessible name when no label is tied to it by `id`. */
  label?: string
  id?: string
  disabled?: boolean
  'aria-describedby'?: string
}

export const Switch = ({ checked, onChange, label, ...rest }: Props) => (
  <button
    {...rest}
    type="button"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    className={styles.switch}
    onClick={() => onChange(!checked)}
  >
    <span className={styles.knob} />
  </button>
)
