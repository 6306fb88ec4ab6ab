/**
 * Prints the conversation, and names the command that exports it, since only the Mac itself can write a file of any
 * size.
 */
import { Copy, Printer } from 'lucide-react'
import { shellQuoted } from '../../../src/base/shell-quoted.ts'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { useMay } from '../../api/session.ts'
import { t } from '../../catalogue/texts.ts'
import { useCommandTable } from '../../keyboard/commands.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { copy } from '../../kit/copy.ts'
import { useViews } from '../thread/use-views.ts'
import styles from './ContactPanel.module.css'
import { Section } from './Section.tsx'

export function ExportSection({ conversation: { guid } }: { conversation: Conversation }) {
  const command = `service export --format html --conversation ${shellQuoted(guid)} --to conversation.html`
  const isAdmin = useMay('admin')
  const { close } = useViews(guid)
  const print = () => {
    close()
    // The messages beside the panel know how they are printed.
    useCommandTable
      .getState()
      .commands.find(({ id }) => id === 'thread.print')
      ?.run()
  }
  return (
    <Section title={t('details.export')}>
      <div>
        <Button onClick={print}>
          <Printer size={16} aria-hidden />
          {t('print.open')}
        </Button>
      </div>
      {isAdmin && (
        <>
          <p className={styles.note}>{t('details.export_hint')}</p>
          <div className={styles.command}>
            <code dir="ltr">{command}</code>
            <IconButton label={t('details.copy_command')} onClick={() => copy(command)}>
              <Copy size={16} aria-hidden />
            </IconButton>
          </div>
        </>
      )}
    </Section>
  )
}
