/** Explains why a message was or was not relayed, in the service's own sentences. */
import { useQuery } from '@tanstack/react-query'
import type { Trace } from '../../../src/contract/trace.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { ErrorState, Skeleton } from '../../kit/States.tsx'
import styles from './MessageMenu.module.css'

const stateWords = {
  acked: 'thread.why_delivered',
  pending: 'thread.why_pending',
  dead: 'thread.why_dead',
  skipped: 'thread.why_skipped',
} as const

export function WhyDialog({ rowid, onClose }: { rowid: number; onClose(): void }) {
  const { data, error, refetch } = useQuery({ ...asking('message_trace', { rowid }), staleTime: 0 })
  return (
    <Dialog title={t('thread.why_title')} onClose={onClose}>
      {data === undefined && error === null && <Skeleton rows={3} height={20} />}
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Explanation trace={data} />}
    </Dialog>
  )
}

const Explanation = ({ trace: { explanation, steps, deliveries } }: { trace: Trace }) => (
  <>
    <p lang="en" dir="auto">
      {explanation}
    </p>
    <ol className={styles.steps} lang="en">
      {steps
        .filter(({ note }) => note !== '' && note !== explanation)
        .map(({ step, note }) => (
          <li key={step} dir="auto">
            {note}
          </li>
        ))}
    </ol>
    <ul className={styles.steps}>
      {deliveries.map(({ id, integration, state, last_error }) => (
        <li key={id}>
          {t(stateWords[state], { name: integration })}
          {last_error !== null && ` (${last_error})`}
        </li>
      ))}
    </ul>
  </>
)
