/** Lists the sends of a conversation that are not yet among its messages. */
import { useQueryClient } from '@tanstack/react-query'
import { FileIcon } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { sizeOf } from '../../catalogue/numbers.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import bubble from '../../kit/bubble.module.css'
import { lazyPart } from '../../kit/lazy-part.ts'
import type { PendingSend } from '../../outbox/outbox.ts'
import { drop, repeat } from '../../outbox/outbox-store.ts'
import { hasLanded } from '../../outbox/transitions.ts'
import { usePending } from '../../outbox/use-pending.ts'
import styles from './outbox.module.css'
import { type Offer, offersFor, statusOf } from './status.ts'
import { useFileUrl, useNow, useOnline } from './use-pending.ts'

const ManyPeopleDialog = lazyPart(() => import('./ManyPeopleDialog.tsx'))

interface Props {
  guid: string
  /** ROWIDs of the messages that the thread already shows; they are not rendered twice. */
  shownRowids: ReadonlySet<number>
  /** Service of the conversation: `iMessage`, `SMS` … */
  service?: string
}

export function PendingBubbles({ guid, shownRowids, service = 'iMessage' }: Props) {
  const pending = usePending(guid)
  const drawn = pending.filter((one) => one.state === 'failed' || one.rowid === null || !shownRowids.has(one.rowid))
  const asking = pending.find(({ state }) => state === 'asking')
  useForgetting(pending.filter((one) => hasLanded(one) && one.state !== 'landed' && !drawn.includes(one)))
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
      <Suspense>{asking !== undefined && <ManyPeopleDialog pending={asking} />}</Suspense>
    </>
  )
}

/** Drops sends that the thread shows, since their messages report every further status. */
function useForgetting(done: readonly { clientId: string }[]): void {
  useEffect(() => {
    for (const { clientId } of done) drop(clientId)
  }, [done])
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

/** One pending send: its text or file as the thread will show it, its status and its buttons. */
function PendingBubble({ pending, service, isShown }: PendingBubbleProps) {
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

/** The buttons for what a person can do about a pending send. */
function Offers({ pending: { clientId }, offers }: { pending: PendingSend; offers: readonly Offer[] }) {
  if (offers.length === 0) return null
  return (
    <div className={styles.offers}>
      {offers.map((offer) => (
        <Button
          key={offer}
          kind="quiet"
          size="small"
          onClick={() => (offer === 'delete' || offer === 'cancel' ? drop(clientId) : repeat(clientId))}
        >
          {t(`outbox.${offer}`)}
        </Button>
      ))}
    </div>
  )
}

/** A file that is being sent: a picture as an image, any other by name and size. */
function PendingFile({ file, progress }: { file: File; progress: number | null }) {
  const url = useFileUrl(file)
  return (
    <div className={styles.file}>
      {url === null ? (
        <span className={styles.card}>
          <FileIcon size={20} aria-hidden />
          <span className={styles.name} dir="auto">
            {file.name}
          </span>
          <span className={styles.size}>{sizeOf(file.size)}</span>
        </span>
      ) : (
        <img src={url} alt={file.name} className={styles.picture} />
      )}
      {progress !== null && <progress className={styles.progress} value={progress} aria-label={file.name} />}
    </div>
  )
}
