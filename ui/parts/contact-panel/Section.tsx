/** A titled part of the panel. */
import { type ReactNode, useId } from 'react'
import styles from './ContactPanel.module.css'

interface Props {
  title: string
  /** A link or button beside the title. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.title}>
        <h3 id={id}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
