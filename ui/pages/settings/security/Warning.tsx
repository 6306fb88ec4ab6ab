/** A warning in colours that no theme can change. */
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Security.module.css'

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>
    <TriangleAlert size={18} aria-hidden />
    <span>{children}</span>
  </p>
)
