/** The frame of a page besides messages: its heading, what can be done with the whole of it, and a column to read. */
import type { ReactNode } from 'react'
import { useTitle } from '../state/title.ts'
import styles from './PageFrame.module.css'

interface Props {
  title: string
  /** One sentence that says what this is about. */
  lead?: ReactNode
  actions?: ReactNode
  /** `full`: for tables and logs that want all of the window. */
  width?: 'column' | 'full'
  children: ReactNode
}

export function PageFrame({ title, lead, actions, width = 'column', children }: Props) {
  useTitle(title)
  return (
    <div className={`${styles.frame} ${styles[width]}`}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  )
}

/** A part of a page with a heading of its own. */
export const Section = ({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    {children}
  </section>
)

/** Rows with hairlines between them. */
export const Card = ({ children }: { children: ReactNode }) => <div className={styles.card}>{children}</div>
