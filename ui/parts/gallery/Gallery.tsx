/**
 * The gallery of a conversation, over its messages: photos and videos, links, or files, the newest first, by month. It
 * has an address, and is found again as it was left.
 */
import { ChevronLeft } from 'lucide-react'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { Conversation } from '../../../src/contract/conversation.ts'
import type { MediaKind } from '../../../src/contract/media.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { Segments } from '../../kit/Segments.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { paths } from '../../routes.ts'
import type { GalleryItem } from '../media/gallery.ts'
import { useFocusOnView } from '../thread/use-focus-on-view.ts'
import { useViews } from '../thread/use-views.ts'
import styles from './Gallery.module.css'
import { MediaList } from './MediaList.tsx'
import { useMedia } from './media-pages.ts'

const Lightbox = lazyPart(() => import('../media/Lightbox.tsx'))

/** The kinds in the order in which they are shown. */
const mediaKinds = ['media', 'links', 'files'] as const satisfies MediaKind[]

export default function Gallery({ conversation }: { conversation: Conversation }) {
  const { guid, display_name: name } = conversation
  const { close, navigate } = useViews(guid)
  const asked = new URLSearchParams(useSearch()).get('kind')
  const kind = mediaKinds.find((one) => one === asked) ?? 'media'
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnView(heading)
  const show = (one: MediaKind) => navigate(paths.media(guid, { kind: one }), { replace: true, state: history.state })
  const [viewed, setViewed] = useState<string>()
  return (
    <section
      className={styles.gallery}
      aria-labelledby="gallery-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || viewed !== undefined) return
        event.preventDefault()
        close()
      }}
    >
      <header className={styles.header}>
        <IconButton label={t('gallery.close')} onClick={close}>
          <ChevronLeft size={22} className={styles.directed} aria-hidden />
        </IconButton>
        <h1 id="gallery-title" ref={heading} tabIndex={-1}>
          <span className="visually-hidden">{t('gallery.title')} </span>
          <bdi>{name}</bdi>
        </h1>
        <Segments
          label={t('gallery.kind')}
          values={mediaKinds}
          isOn={(one) => one === kind}
          onPress={show}
          show={(one) => t(`gallery.${one}`)}
        />
      </header>
      <Kind key={kind} guid={guid} kind={kind} viewed={viewed} onView={setViewed} />
    </section>
  )
}

interface KindProps {
  guid: string
  kind: MediaKind
  /** Id of the attachment in the lightbox. */
  viewed: string | undefined
  onView(id: string | undefined): void
}

function Kind({ guid, kind, viewed, onView }: KindProps) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useMedia(guid, kind)
  const { navigate } = useViews(guid)
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const pictures = useMemo(
    () =>
      items.flatMap(({ attachment, message }): GalleryItem[] =>
        attachment?.state === 'ready' ? [{ attachment, message }] : [],
      ),
    [items],
  )
  const toMessage = (rowid: number) => navigate(paths.conversation(guid, { m: rowid }))
  const more = () => {
    if (hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage()
  }
  if (data === undefined)
    return error === null ? <Skeleton rows={4} height={120} /> : <ErrorState error={error} onRetry={refetch} />
  if (items.length === 0) return <EmptyState title={t(`gallery.none_${kind}`)} hint={t('gallery.none_hint')} />
  return (
    <>
      <MediaList guid={guid} kind={kind} items={items} onMore={more} onView={onView} onMessage={toMessage} />
      {error !== null && <ErrorState error={error} onRetry={() => void fetchNextPage()} />}
      <Suspense>
        {viewed !== undefined && (
          <Lightbox
            items={pictures}
            first={viewed}
            isNewestFirst
            onClose={() => onView(undefined)}
            onMessage={toMessage}
            onMore={more}
          />
        )}
      </Suspense>
    </>
  )
}
