/** Lists the sends of a conversation that are not yet among its messages. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { withPageTexts } from '../../catalogue/page-texts.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import bubble from '../../kit/bubble.module.css'
import { lazyPart } from '../../kit/lazy-part.ts'
import { repeat } from '../../outbox/happen.ts'
import { hasLanded, type PendingSend } from '../../outbox/outbox.ts'
import { drop } from '../../outbox/outbox-store.ts'
import { isKeptForLater } from '../../outbox/transitions.ts'
import { usePending } from '../../outbox/use-pending.ts'
import styles from './outbox.module.css'
import { type Offer, offersFor, statusOf } from './status.ts'
import { useNow, useOnline } from './use-pending.ts'

const ScheduledBubbles = lazyPart(() => withPageTexts(import('../scheduled/ScheduledBubbles.tsx')))
const PendingFile = lazyPart(() => import('./PendingFile.tsx'))
const ManyPeopleDialog = lazyPart(() => import('./ManyPeopleDialog.tsx'))

export interface Props {
  guid: string
  /** ROWIDs of the messages that the thread already shows; they are not rendered twice. */
  shownRowids: ReadonlySet<number>
  /** Service of the conversation: `iMessage`, `SMS` … */
  service?: string
}

export default function PendingBubbles({ guid, shownRowids, service = 'iMessage' }: Props) {
  const pending = usePending(guid)
  const drawn = pending.filter(
    (one) => !isKeptForLater(one) && (one.state === 'failed' || one.rowid === null || !shownRowids.has(one.rowid)),
  )
  const asking = pending.find(({ state }) => state === 'asking')
  useForgetting(
    pending.filter((one) => isKeptForLater(one) || (hasLanded(one) && one.state !== 'landed' && !drawn.includes(one))),
  )
  useFetching(pending.findLast((one) => hasLanded(one) && drawn.includes(one))?.rowid ?? null)
  return (
    <>
      {drawn.length > 0 && (
        <ul className={styles.list} aria-label={t('outbox.list')}>
          {drawn.map((one) => (
            <PendingBubble
              key={one.clientId}
              pending={one}
              service={service}
              isShown={one.rowid !== null && shownRowids.has(one.rowid)}
            />
          ))}
        </ul>
      )}
      <ErrorBoundary fallback={null}>
        <Suspense>
          <ScheduledBubbles guid={guid} hidden={pending.map(({ sendId }) => sendId)} />
        </Suspense>
      </ErrorBoundary>
      <Suspense>{asking !== undefined && <ManyPeopleDialog pending={asking} />}</Suspense>
    </>
  )
}

/** Drops sends that the thread shows, as messages or as scheduled ones. */
function useForgetting(done: readonly PendingSend[]): void {
  const queries = useQueryClient()
  useEffect(() => {
    for (const { clientId } of done) drop(clientId)
    if (done.some(isKeptForLater)) void queries.invalidateQueries({ queryKey: ['list_scheduled'] })
  }, [done, queries])
}

/** Fetches the messages again when a message has landed, whether or not an event reported it. */
function useFetching(rowid: number | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (rowid !== null) void queries.invalidateQueries({ queryKey: ['list_messages'] })
  }, [rowid, queries])
}

interface PendingBubbleProps {
  pending: PendingSend
  service: string
  /** Whether the thread already shows the message; then only the problem is shown here. */
  isShown: boolean
}

/** Shows one pending send: its text or file as the thread will show it, its status and its buttons. */
function PendingBubble({ pending, service, isShown }: PendingBubbleProps) {
  const { text, file, problem } = pending
  const status = statusOf(pending, { isOnline: useOnline(), nowMs: useNow() })
  const colour = service === 'iMessage' ? bubble.me : bubble.sms
  return (
    <li className={styles.pending} data-state={pending.state}>
      {!isShown && file !== null && (
        <ErrorBoundary fallback={file.name}>
          <Suspense fallback={file.name}>
            <PendingFile file={file} progress={pending.progress} />
          </Suspense>
        </ErrorBoundary>
      )}
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

/** The buttons for what a person can do about a pending send. */
function Offers({ pending, offers }: { pending: PendingSend; offers: readonly Offer[] }) {
  if (offers.length === 0) return null
  return (
    <div className={styles.offers}>
      {offers.map((offer) => (
        <Button key={offer} kind="quiet" size="small" onClick={() => accept(offer, pending)}>
          {t(`outbox.${offer}`)}
        </Button>
      ))}
    </div>
  )
}

function accept(offer: Offer, pending: PendingSend): void {
  const { clientId } = pending
  if (offer === 'undo') void withPageTexts(import('../../outbox/undo.ts')).then(({ undo }) => undo(pending))
  else if (offer === 'delete' || offer === 'cancel') drop(clientId)
  else repeat(clientId)
}
