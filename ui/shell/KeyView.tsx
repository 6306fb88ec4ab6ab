/**
 * The page as an API key sees it, for its owner: its messages and nothing else, read-only, below a bar that says whose
 * view it is and leads back.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { pageIsDrawn } from '../api/client.ts'
import { loadPageTexts } from '../catalogue/page-texts.ts'
import { KeyListener } from '../keyboard/KeyListener.tsx'
import { LiveQueries } from '../live/LiveQueries.tsx'
import { FollowConversations } from '../parts/conversation-list/FollowConversations.tsx'
import { base, paths, patterns } from '../routes.ts'
import { Announcer } from './Announcer.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'
import styles from './KeyView.module.css'
import { KeyViewBar } from './KeyViewBar.tsx'
import { PartBoundary } from './PartBoundary.tsx'
import { parts } from './parts.ts'
import { RouteFocus } from './RouteFocus.tsx'
import { SkipLink } from './SkipLink.tsx'

await loadPageTexts()

export default function KeyView({ queries }: { queries: QueryClient }) {
  useEffect(pageIsDrawn, [])
  return (
    <QueryClientProvider client={queries}>
      <Router base={base}>
        <KeyListener />
        <LiveQueries />
        <FollowConversations />
        <DocumentTitle />
        <SkipLink />
        <div className={styles.view}>
          <KeyViewBar />
          <PartBoundary>
            <Routes />
          </PartBoundary>
        </div>
        <RouteFocus />
        <Announcer />
      </Router>
    </QueryClientProvider>
  )
}

const Messages = () => (
  <parts.messages Conversation={parts.conversation} NewMessage={parts.newMessage} Starred={parts.starred} />
)

const shown = [patterns.messages, patterns.conversation, patterns.search]

const Routes = () => (
  <Switch>
    {shown.map((pattern) => (
      <Route key="messages" path={pattern} component={Messages} />
    ))}
    <Route>
      <Redirect to={paths.messages()} replace />
    </Route>
  </Switch>
)
