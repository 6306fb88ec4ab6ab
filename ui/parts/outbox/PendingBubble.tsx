/** One pending send: its text or file as the thread will show it, its status and its buttons. */
import { t } from '../../catalogue/texts.ts'
import bubble from '../../kit/bubble.module.css'
import type { PendingSend } from '../../outbox/outbox.ts'
import { useNow, useOnline } from './around.ts'
import { Offers } from './Offers.tsx'
import styles from './outbox.module.css'
import { PendingFile } from './PendingFile.tsx'
import { offersFor, statusOf } from './status.ts'

interface Props {
  pending: PendingSend
  service: string
  /** Whether the thread already shows the message; then only the problem is shown here. */
  isShown: boolean
}

export function PendingBubble({ pending, service, isShown }: Props) {
  const { text, file, problem } = pending
  const status = statusOf(pending, { isOnline: useOnline(), nowMs: useNow() })
  const colour = service === 'iMessage' ? bubble.me : bubble.sms
  return (
    <li className={styles.pending} data-state={pending.state}>
      {!isShown && file !== null && <PendingFile file={file} progress={pending.progress} />}
      {!isShown && text !== '' && (
        <p dir="auto" className={`${bubble.bubble} ${colour}`}>
          {text}
        </p>
      )}
      <p className={styles.status} data-tone={status.tone}>
        {t(status.text, status.values)}
      </p>
      {pending.state === 'failed' && problem !== null && <p className={styles.problem}>{problem}</p>}
      <Offers pending={pending} offers={offersFor(pending)} />
    </li>
  )
}
