/** A labelled control with what it means and what is wrong with it, said where it stands and to assistive technology. */
import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

interface Described {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  problem?: string
  /** Gets what ties the control to its label. */
  children: (described: Described) => ReactNode
}

export function Field({ label, hint, problem, children }: Props) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

export const inputClass: string = styles.input ?? ''
