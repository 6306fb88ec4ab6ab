/**
 * The messages page: the conversation list beside the open conversation or a new message. Below 720 px it shows one of
 * them at a time.
 */
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { type BaseLocationHook, type BaseSearchHook, Route, Router, Switch, useLocation, useRoute } from 'wouter'
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location'
import { asking } from '../../api/ask.ts'
import { type TextKey, t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { RegionBoundary } from '../../kit/RegionBoundary.tsx'
import { EmptyState, Skeleton } from '../../kit/States.tsx'
import { useIsNarrow } from '../../kit/use-is-narrow.ts'
import { ConversationList } from '../../parts/conversation-list/ConversationList.tsx'
import { titleOf } from '../../parts/conversation-list/row-words.ts'
import { useSearchText } from '../../parts/search/search-text.ts'
import { base, decodedPart, paths, patterns, viewedKey } from '../../routes.ts'
import { useTitle } from '../../state/title.ts'
import styles from './MessagesPage.module.css'

interface Contents {
  Conversation: ComponentType<{ guid: string; view: string | undefined }>
  NewMessage: ComponentType
  Starred: ComponentType
}

export default function MessagesPage(contents: Contents) {
  const [location] = useLocation()
  const isSearch = location === patterns.search
  const isList = isSearch || location === patterns.messages || location === patterns.archived
  const current = useShownConversation(isSearch)
  const isNarrow = useIsNarrow()
  usePageTitle(location, current)
  return (
    <div className={styles.layout} data-shows={isList ? 'list' : 'content'}>
      {/* If the list is all that is shown, it is the main content of the page. */}
      <div className={styles.side} role={isList && isNarrow ? 'main' : undefined}>
        <ConversationList current={current} isHeading={isList && (isNarrow || current === undefined)} />
      </div>
      <main className={styles.main} id="main" tabIndex={-1} data-region>
        <RegionBoundary resetKey={location}>
          <Router base={base} hook={shownLocation} searchHook={shownSearch}>
            <Suspense fallback={<Skeleton />}>
              <Content {...contents} />
            </Suspense>
          </Router>
        </RegionBoundary>
      </main>
    </div>
  )
}

const Content = ({ Conversation, NewMessage, Starred }: Contents) => (
  <Switch>
    <Route path={patterns.conversation}>
      {({ guid, view }) => <Conversation key={guid} guid={decodedPart(guid)} view={view} />}
    </Route>
    <Route path={patterns.newMessage} component={NewMessage} />
    <Route path={patterns.starred} component={Starred} />
    <Route>
      <EmptyState
        title={t('shell.choose')}
        {...(viewedKey === undefined && {
          hint: t('shell.choose_hint'),
          action: <LinkButton href={paths.newMessage()}>{t('shell.new_message')}</LinkButton>,
        })}
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

const titles: Readonly<Record<string, TextKey>> = {
  [patterns.search]: 'shell.search',
  [patterns.archived]: 'list.filter_archived',
  [patterns.starred]: 'list.starred',
}

function usePageTitle(location: string, guid: string | undefined): void {
  const { data } = useQuery({ ...asking('get_conversation', { guid: guid ?? '' }), enabled: guid !== undefined })
  const title = titles[location]
  useTitle(title === undefined && guid !== undefined && data ? titleOf(data) : t(title ?? 'shell.messages'))
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
