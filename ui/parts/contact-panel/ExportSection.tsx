/** Prints the conversation, or saves all of it as a page for any browser, or as data for programs. */
import { Download, Printer } from 'lucide-react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { t } from '../../catalogue/texts.ts'
import { useCommandTable } from '../../keyboard/commands.ts'
import { Button, DownloadButton } from '../../kit/Button.tsx'
import { useViews } from '../thread/use-views.ts'
import styles from './ContactPanel.module.css'
import { Section } from './Section.tsx'

const fileOf = (guid: string, format: 'html' | 'jsonl'): string =>
  `/api/v1/conversations/${encodeURIComponent(guid)}/export?format=${format}`

export function ExportSection({ conversation: { guid } }: { conversation: Conversation }) {
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
      <div className={styles.choices}>
        <Button onClick={print}>
          <Printer size={16} aria-hidden />
          {t('print.open')}
        </Button>
        <DownloadButton href={fileOf(guid, 'html')}>
          <Download size={16} aria-hidden />
          {t('details.export_page')}
        </DownloadButton>
        <DownloadButton href={fileOf(guid, 'jsonl')}>
          <Download size={16} aria-hidden />
          {t('details.export_json')}
        </DownloadButton>
      </div>
      <p className={styles.note}>{t('details.export_hint')}</p>
    </Section>
  )
}
