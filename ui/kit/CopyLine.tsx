/** A line of text for a terminal or a program, with a button that copies it. */
import { Copy } from 'lucide-react'
import { IconButton } from './Button.tsx'
import styles from './CopyLine.module.css'
import { copy } from './copy.ts'

export const CopyLine = ({ text, label }: { text: string; label: string }) => (
  <div className={styles.line} dir="ltr">
    <code>{text}</code>
    <IconButton label={label} onClick={() => copy(text)}>
      <Copy size={16} aria-hidden />
    </IconButton>
  </div>
)
