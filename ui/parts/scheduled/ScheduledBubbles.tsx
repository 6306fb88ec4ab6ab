/** Lists the scheduled messages of a conversation at its end. */
import { Clock, FileIcon } from 'lucide-react'
import type { Scheduled } from '../../../src/contract/send.ts'
import { t } from '../../catalogue/texts.ts'
import bubble from '../../kit/bubble.module.css'
import { ScheduledActions } from './ScheduledActions.tsx'
import styles from './scheduled.module.css'
import { useScheduled } from './use-scheduled.ts'
import { stateOf } from './when.ts'

interface Props {
  guid: string
  /** The messages that the outbox of this browser shows, because they can still be undone. */
  hidden: readonly (string | null)[]
}

export default function ScheduledBubbles({ guid, hidden }: Props) {
  const shown = useScheduled(guid).filter(({ id }) => !hidden.includes(id))
  if (shown.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('scheduled.title')}>
      {shown.map((scheduled) => (
        <li key={scheduled.id} className={styles.item} data-state={scheduled.state}>
          <div className={`${bubble.bubble} ${styles.bubble}`}>
            <Content {...scheduled} />
          </div>
          <p className={styles.status}>
            <Clock size={13} aria-hidden />
            {stateOf(scheduled)}
          </p>
          <ScheduledActions scheduled={scheduled} />
        </li>
      ))}
    </ul>
  )
}

/** Shows the text, and the file by its name. */
export const Content = ({ text, file_name }: Pick<Scheduled, 'text' | 'file_name'>) => (
  <>
    {file_name !== null && (
      <span className={styles.file}>
        <FileIcon size={16} aria-hidden />
        <bdi>{file_name}</bdi>
      </span>
    )}
    {text !== null && <span dir="auto">{text}</span>}
  </>
)
