/** The newest pictures and videos, and the ways to all of them, to links and to files. */
import { useQuery } from '@tanstack/react-query'
import { CloudOff, Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { MediaItem } from '../../../src/contract/media.ts'
import { asking } from '../../api/ask.ts'
import { dateAndTimeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import { lazyPart } from '../../kit/lazy-part.ts'
import { paths } from '../../routes.ts'
import { altOf } from '../media/alt.ts'
import { thumbnailOf } from '../media/boxes.ts'
import { useViews } from '../thread/use-views.ts'
import styles from './ContactPanel.module.css'
import { Section } from './Section.tsx'

const Lightbox = lazyPart(() => import('../media/Lightbox.tsx'))

/** Two rows of three. */
const newest = 6

export function MediaSection({ conversation: { guid } }: { conversation: Conversation }) {
  const { data } = useQuery(asking('list_media', { guid, kind: 'media', limit: newest }))
  const { open, navigate } = useViews(guid)
  const [viewed, setViewed] = useState<string>()
  const items = data?.items.flatMap(({ attachment, message }) => (attachment ? [{ attachment, message }] : [])) ?? []
  const ready = items.filter(({ attachment }) => attachment.state === 'ready')
  const state = { isOpenedHere: true }
  const all = (
    <Link className={styles.more} href={paths.media(guid)} state={state}>
      {t('details.all_media')}
    </Link>
  )
  return (
    <Section title={t('details.media')} aside={items.length > 0 && all}>
      {data !== undefined && items.length === 0 && <p className={styles.note}>{t('details.no_media')}</p>}
      {items.length > 0 && (
        <ul className={styles.newest}>
          {items.map((item) => (
            <li key={item.attachment.id}>
              <Thumbnail
                item={item}
                onOpen={() =>
                  item.attachment.state === 'ready' ? setViewed(item.attachment.id) : open(paths.media(guid))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.ways}>
        <Link href={paths.media(guid, { kind: 'links' })} state={state}>
          {t('details.links')}
        </Link>
        <Link href={paths.media(guid, { kind: 'files' })} state={state}>
          {t('details.files')}
        </Link>
      </p>
      <Suspense>
        {viewed !== undefined && (
          <Lightbox
            items={ready}
            first={viewed}
            isNewestFirst
            onClose={() => setViewed(undefined)}
            onMessage={(rowid) => {
              setViewed(undefined)
              navigate(paths.conversation(guid, { m: rowid }))
            }}
            onMore={nothing}
          />
        )}
      </Suspense>
    </Section>
  )
}

/** The gallery shows more. */
const nothing = () => undefined

interface ThumbnailProps {
  item: { attachment: NonNullable<MediaItem['attachment']>; message: MediaItem['message'] }
  onOpen(): void
}

function Thumbnail({ item: { attachment, message }, onOpen }: ThumbnailProps) {
  const { kind, state, url } = attachment
  const name = message.is_from_me ? t('thread.from_you') : message.sender
  const label = t('gallery.video_from', { name, time: dateAndTimeOf(message.ts) })
  if (state !== 'ready')
    return (
      <button type="button" className={styles.thumbnail} onClick={onOpen} aria-label={t(`media.${state}`)}>
        <CloudOff size={20} aria-hidden />
      </button>
    )
  return (
    <button
      type="button"
      className={styles.thumbnail}
      onClick={onOpen}
      aria-label={kind === 'video' ? label : undefined}
    >
      {kind === 'image' ? (
        <img src={thumbnailOf(url, 0)} alt={altOf(attachment, message)} loading="lazy" decoding="async" />
      ) : (
        <Play size={24} aria-hidden />
      )}
    </button>
  )
}
