/** A labelled control with its hint and its problem, which are also tied to it for assistive technology. */
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
  /** Receives the attributes that tie the control to its label. */
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
export const problemClass: string = styles.problem ?? ''
