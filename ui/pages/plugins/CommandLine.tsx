/** A terminal command with a copy button. */
import { Copy } from 'lucide-react'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { copy } from '../../kit/copy.ts'
import styles from './Plugins.module.css'

export const CommandLine = ({ command }: { command: string }) => (
  <div className={styles.command}>
    <code dir="ltr">{command}</code>
    <IconButton label={t('kit.copy')} onClick={() => copy(command)}>
      <Copy size={16} aria-hidden />
    </IconButton>
  </div>
)
