/**
 * Writes a new message: chooses the recipient, then the text. If the recipient already has a conversation, that one
 * opens instead.
 */
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { sameHandle } from '../../../src/domain/handles.ts'
import { isHub } from '../../api/answers.ts'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { mayBeIn, unwrittenGuid } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { paths } from '../../routes.ts'
import { chosenLine, ofLine } from '../../state/line.ts'
import { Composer } from '../composer/Composer.tsx'
import { Pending } from '../outbox/Pending.tsx'
import styles from './new-message.module.css'
import { Recipient } from './Recipient.tsx'

export default function NewMessage() {
  const [, navigate] = useLocation()
  const to = new URLSearchParams(useSearch()).get('to') ?? ''
  const { guid, begun, isKnown } = useConversationWith(to)
  useEffect(() => {
    if (guid !== undefined) navigate(paths.conversation(guid), { replace: true })
  }, [guid, navigate])
  const choose = (handle: string) => navigate(paths.newMessage({ to: handle }), { replace: true })
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link href={paths.messages()} className={styles.back} aria-label={t('shell.back_to_messages')}>
          <ChevronLeft size={20} aria-hidden />
        </Link>
        <h1 className="visually-hidden">{t('shell.new_message')}</h1>
        <Recipient key={to} chosen={to} onChoose={choose} />
      </header>
      <div className={styles.written}>
        {to !== '' && <Pending guid={begun ?? unwrittenGuid(to)} shownRowids={none} />}
      </div>
      {to !== '' && isKnown && guid === undefined && begun === undefined && (
        <Composer key={to} to={{ guid: unwrittenGuid(to), handle: to, from: chosenLine() }} service="iMessage" />
      )}
    </div>
  )
}

const none: ReadonlySet<number> = new Set()

/** A hub has a new conversation a moment after the Mac has begun it. */
const againMs = 500

/**
 * Returns the existing conversation, or the one that the message just sent has created; `begun` while a hub does not have
 * that one yet.
 */
function useConversationWith(to: string) {
  const begun = useOutbox(
    ({ pending }) => pending.find(({ handle, guid }) => handle === to && !guid.startsWith('new;'))?.guid,
  )
  const { data, isError } = useQuery({
    ...asking('list_conversations', { q: to, limit: 20, ...ofLine(chosenLine()) }),
    enabled: to !== '',
    refetchInterval: isHub && begun !== undefined && againMs,
  })
  const found = data?.find(
    ({ is_group, handle, guid }) =>
      !is_group && sameHandle(handle, to) && (begun === undefined || mayBeIn(guid, begun)),
  )
  return { guid: found?.guid ?? (isHub ? undefined : begun), begun, isKnown: data !== undefined || isError }
}
