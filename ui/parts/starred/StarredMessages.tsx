/** Lists the starred messages of all conversations, or of one; each leads to its place in the conversation. */
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Star } from 'lucide-react'
import { Link, useSearch } from 'wouter'
import type { StarredMessage } from '../../../src/contract/starred.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { dateAndTimeOf, shortTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, IconButton, LinkButton } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import { titleOf } from '../conversation-list/row-words.ts'
import styles from './starred.module.css'

const pageSize = 50

const starredPages = (conversation: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['list_starred', 'pages', conversation] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      client.list_starred({
        limit: pageSize,
        ...(conversation !== undefined && { conversation }),
        ...(cursor !== undefined && { cursor }),
      }),
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  })

export default function StarredMessages() {
  const within = new URLSearchParams(useSearch()).get('in') ?? undefined
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    starredPages(within),
  )
  const starred = data?.pages.flatMap((page) => page.starred)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link
          className={styles.back}
          href={within === undefined ? paths.messages() : paths.conversation(within)}
          aria-label={t('thread.back')}
        >
          <ChevronLeft size={22} aria-hidden />
        </Link>
        <div className={styles.names}>
          <h1 tabIndex={-1}>{t('list.starred')}</h1>
          {within !== undefined && <Within guid={within} />}
        </div>
        {within !== undefined && (
          <LinkButton kind="quiet" size="small" href={paths.starred()}>
            {t('starred.all')}
          </LinkButton>
        )}
      </header>
      <div className={styles.scroller}>
        {starred === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {starred === undefined && error === null && <Skeleton />}
        {starred?.length === 0 && <EmptyState title={t('starred.none')} hint={t('starred.none_hint')} />}
        {starred !== undefined && starred.length > 0 && (
          <ul className={styles.rows} aria-label={t('list.starred')}>
            {starred.map((one) => (
              <Row key={one.message.guid} starred={one} isNamed={within === undefined} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <p className={styles.more}>
            <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('starred.more')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

function Within({ guid }: { guid: string }) {
  const { data } = useQuery(asking('get_conversation', { guid }))
  return <p>{data !== undefined && <bdi>{t('starred.in', { name: titleOf(data) })}</bdi>}</p>
}

interface RowProps {
  starred: StarredMessage
  /** Whether the conversation is named: among messages of one it is known. */
  isNamed: boolean
}

function Row({ starred: { conversation_guid, conversation_name, message }, isNamed }: RowProps) {
  const queries = useQueryClient()
  const mayWrite = useMay('write', 'star_message')
  const { rowid, is_from_me, sender, text, attachments, ts } = message
  const [name, from] = is_from_me ? [t('thread.you'), t('thread.from_you')] : [sender, sender]
  const remove = () =>
    void client
      .unstar_message({ rowid })
      .then(() => queries.invalidateQueries({ queryKey: ['list_starred'] }), complain)
  return (
    <li className={styles.row}>
      <Link className={styles.link} href={paths.conversation(conversation_guid, { m: rowid })}>
        <span className={styles.line}>
          <bdi className={styles.name}>{name}</bdi>
          {isNamed && (is_from_me || sender !== conversation_name) && (
            <bdi className={styles.where}>{conversation_name}</bdi>
          )}
          <time className={styles.time} dateTime={ts} title={dateAndTimeOf(ts)}>
            {shortTimeOf(ts)}
          </time>
        </span>
        <bdi className={styles.text} dir="auto">
          {text || attachments.map(({ filename }) => filename).join(', ')}
        </bdi>
      </Link>
      {mayWrite && (
        <IconButton label={t('starred.remove', { name: from, time: dateAndTimeOf(ts) })} onClick={remove}>
          <Star size={18} fill="currentColor" aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
