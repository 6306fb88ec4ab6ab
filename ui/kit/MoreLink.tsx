/** The last line of a section: a link to the page that has more of it. */
import type { ReactNode } from 'react'
import { LinkButton } from './Button.tsx'
import styles from './MoreLink.module.css'

export const MoreLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <div className={styles.more}>
    <LinkButton kind="quiet" size="small" href={href}>
      {children}
    </LinkButton>
  </div>
)
