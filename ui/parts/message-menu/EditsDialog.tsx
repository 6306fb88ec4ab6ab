/** Lists the earlier versions of an edited message. */
import type { Message } from '../../../src/contract/message.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import styles from './MessageMenu.module.css'

export const EditsDialog = ({ edits, onClose }: { edits: Message['edits']; onClose(): void }) => (
  <Dialog title={t('thread.edits')} onClose={onClose}>
    <ol className={styles.versions}>
      {edits.map(({ text, ts }) => (
        <li key={`${ts} ${text}`}>
          <p dir="auto">{text}</p>
          {ts !== null && <small>{dateAndTimeOf(ts)}</small>}
        </li>
      ))}
    </ol>
  </Dialog>
)
