/** The frame of all pages other than messages: a heading, actions for the whole page, and a column to read. */
import type { ReactNode } from 'react'
import { useTitle } from '../state/title.ts'
import styles from './PageFrame.module.css'
import sheet from './sheet.module.css'

interface Props {
  title: string
  /** One sentence that explains the page. */
  lead?: ReactNode
  actions?: ReactNode
  /** `full` is for tables and logs that need the whole window. */
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

interface SectionProps {
  title: string
  hint?: ReactNode
  /** A small button, at the end of the line of the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page with its own heading. */
export const Section = ({ title, hint, action, children }: SectionProps) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h2>{title}</h2>
      {action}
    </div>
    {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    {children}
  </section>
)

/** The main column of a page, with what belongs beside it where there is room, and below it otherwise. */
export const Columns = ({ children, beside }: { children: ReactNode; beside: ReactNode }) => (
  <div className={styles.columns}>
    <div>{children}</div>
    <div>{beside}</div>
  </div>
)

/** Rows with hairlines between them. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className={`${sheet.sheet} ${styles.card}`}>{children}</div>
)
