/**
 * The messages page: the conversation list beside the open conversation or a new message. Below 720 px it shows one of
 * them at a time.
 */
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Router, Switch, useLocation, useRoute } from 'wouter'
import { asking } from '../../api/ask.ts'
import { t } from '../../catalogue/texts.ts'
import { LinkButton } from '../../kit/Button.tsx'
import { lazyPart } from '../../kit/lazy-part.ts'
import { RegionBoundary } from '../../kit/RegionBoundary.tsx'
import { EmptyState, Skeleton } from '../../kit/States.tsx'
import { useIsNarrow } from '../../kit/use-is-narrow.ts'
import { ConversationList } from '../../parts/conversation-list/ConversationList.tsx'
import { titleOf } from '../../parts/conversation-list/row-words.ts'
import { useSearchText } from '../../parts/search/search-text.ts'
import { base, decodedPart, paths, patterns } from '../../routes.ts'
import { useTitle } from '../../state/title.ts'
import { ConversationView } from './ConversationView.tsx'
import styles from './MessagesPage.module.css'
import { shownLocation, shownSearch } from './shown-place.ts'

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
      <ConversationList current={current} isHeading={isList && (isNarrow || current === undefined)} />
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
