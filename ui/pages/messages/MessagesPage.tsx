/**
 * The messages page: the conversation list beside the open conversation or a new message. Below 720 px it shows one of
 * them at a time.
 */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import {
  type BaseLocationHook,
  type BaseSearchHook,
  Route,
  Router,
  Switch,
  useLocation,
  useRoute,
  useSearch,
} from 'wouter'
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { RegionBoundary } from '../../kit/RegionBoundary.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../kit/States.tsx'
import { useIsNarrow } from '../../kit/use-is-narrow.ts'
import { Composer } from '../../parts/composer/Composer.tsx'
import { ConversationList } from '../../parts/conversation-list/ConversationList.tsx'
import { titleOf } from '../../parts/conversation-list/row-words.ts'
import { useSearchText } from '../../parts/search/search-text.ts'
import { Thread } from '../../parts/thread/Thread.tsx'
import { base, decodedPart, paths, patterns } from '../../routes.ts'
import { useTitle } from '../../state/title.ts'
import styles from './MessagesPage.module.css'

const NewMessage = lazyPart(() => import('../../parts/new-message/NewMessage.tsx'))

export default function MessagesPage() {
  const [location] = useLocation()
  const isSearch = location === patterns.search
  const isList = isSearch || location === patterns.home
  const current = useShownConversation(isSearch)
  const isNarrow = useIsNarrow()
  usePageTitle(isSearch, current)
  return (
    <div className={styles.layout} data-shows={isList ? 'list' : 'content'}>
      {/* Where the list is all that is shown, it is the main content of the page. */}
      <div className={styles.side} role={isList && isNarrow ? 'main' : undefined}>
        <ConversationList current={current} isHeading={isList && (isNarrow || current === undefined)} />
      </div>
      <main className={styles.main} id="main" tabIndex={-1} data-region>
        <RegionBoundary resetKey={location}>
          <Router base={base} hook={shownLocation} searchHook={shownSearch}>
            <Suspense fallback={<Skeleton />}>
              <Content />
            </Suspense>
          </Router>
        </RegionBoundary>
      </main>
    </div>
  )
}

const Content = () => (
  <Switch>
    <Route path={patterns.conversation}>{({ guid }) => <ConversationView key={guid} guid={decodedPart(guid)} />}</Route>
    <Route path={patterns.newMessage} component={NewMessage} />
    <Route>
      <EmptyState
        title={t('shell.choose')}
        hint={t('shell.choose_hint')}
        action={<LinkButton href={paths.newMessage()}>{t('shell.new_message')}</LinkButton>}
      />
    </Route>
  </Switch>
)

/** During a search, the conversation from which it began stays open. */
function useShownConversation(isSearch: boolean): string | undefined {
  const [isHere, here] = useRoute(patterns.conversation)
  const [wasHere, before] = useMatchedOrigin()
  if (isHere) return decodedPart(here.guid)
  return isSearch && wasHere ? decodedPart(before) : undefined
}

function useMatchedOrigin(): [boolean, string] {
  const origin = useSearchText(({ origin }) => origin)
  const guid = /^\/c\/([^/?]+)/.exec(origin)?.[1]
  return [guid !== undefined, guid ?? '']
}

function usePageTitle(isSearch: boolean, guid: string | undefined): void {
  const { data } = useQuery({ ...asking('get_conversation', { guid: guid ?? '' }), enabled: guid !== undefined })
  useTitle(isSearch ? t('shell.search') : guid !== undefined && data ? titleOf(data) : t('shell.messages'))
}

/** One conversation: its messages and its composer. */
function ConversationView({ guid }: { guid: string }) {
  const { data: conversation, error, refetch } = useQuery(asking('get_conversation', { guid }))
  const asked = new URLSearchParams(useSearch())
  if (error !== null && conversation === undefined)
    return (
      <>
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('shell.messages')}
        </h1>
        <ErrorState error={error} onRetry={refetch} />
      </>
    )
  const at = Number(asked.get('m')) || undefined
  return (
    <>
      <Thread guid={guid} conversation={conversation} at={at} highlight={asked.get('q') ?? undefined} />
      {conversation !== undefined && <Composer key={guid} to={{ guid }} service={conversation.service} />}
    </>
  )
}

const searchPath = `${base}${patterns.search}`

/** Decides what the main pane shows: the page of the address, or during a search the page from which it began. */
const shownLocation: BaseLocationHook = (options) => {
  const [location, navigate] = useBrowserLocation(options)
  const origin = useSearchText(({ origin }) => origin)
  return [location === searchPath ? `${base}${origin.split('?')[0]}` : location, navigate]
}

const shownSearch: BaseSearchHook = () => {
  const [location] = useBrowserLocation()
  const asked = useBrowserSearch()
  const origin = useSearchText(({ origin }) => origin)
  return location === searchPath ? (origin.split('?')[1] ?? '') : asked
}
