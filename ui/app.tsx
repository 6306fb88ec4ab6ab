/** The page as a whole: everything around the routes, and the routes themselves. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Redirect, Route, Router, Switch } from 'wouter'
import { pageIsDrawn } from './api/client.ts'
import { withPageTexts } from './catalogue/page-texts.ts'
import { KeyListener } from './keyboard/KeyListener.tsx'
import { lazyPart } from './kit/lazy-part.ts'
import { useSettled } from './kit/use-settled.ts'
import { LiveQueries } from './live/LiveQueries.tsx'
import { FollowConversations } from './parts/conversation-list/FollowConversations.tsx'
import { base, patterns } from './routes.ts'
import { Announcer } from './shell/Announcer.tsx'
import { DocumentTitle } from './shell/DocumentTitle.tsx'
import { navItems } from './shell/nav-items.ts'
import { PartBoundary } from './shell/PartBoundary.tsx'
import { parts } from './shell/parts.ts'
import { lastPlace } from './shell/places.ts'
import { WithRail } from './shell/Rail.tsx'
import { RouteFocus } from './shell/RouteFocus.tsx'
import { ShellCommands } from './shell/ShellCommands.tsx'
import { SkipLink } from './shell/SkipLink.tsx'
import { askBeforeLeaving } from './state/leaving.ts'

const NotFound = lazyPart(() => withPageTexts(import('./shell/NotFound.tsx')))
/** Loaded later: there are no notices before the page is there. */
const ToastStack = lazyPart(() => import('./kit/ToastStack.tsx'))
const OutboxNews = lazyPart(() => import('./parts/outbox/OutboxNews.tsx'))
const LaterParts = lazyPart(() => withPageTexts(import('./shell/LaterParts.tsx')))

export function App({ queries }: { queries: QueryClient }) {
  const isSettled = useSettled()
  useEffect(pageIsDrawn, [])
  return (
    <QueryClientProvider client={queries}>
      <Router base={base} aroundNav={askBeforeLeaving}>
        <KeyListener />
        <LiveQueries />
        {/* If they cannot be loaded, the page offers less. */}
        <ErrorBoundary fallback={null}>
          <Suspense>{isSettled && <LaterParts />}</Suspense>
        </ErrorBoundary>
        <FollowConversations />
        <DocumentTitle />
        <SkipLink />
        <WithRail>
          <PartBoundary>
            <Routes />
          </PartBoundary>
        </WithRail>
        <RouteFocus />
        <ShellCommands />
        {/* A part that cannot be loaded is missing, and the rest of the page works. */}
        {isSettled &&
          [ToastStack, OutboxNews].map((Part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always these
            <ErrorBoundary key={index} fallback={null}>
              <Suspense>
                <Part />
              </Suspense>
            </ErrorBoundary>
          ))}
        <Announcer />
      </Router>
    </QueryClientProvider>
  )
}

const Messages = () => (
  <parts.messages Conversation={parts.conversation} NewMessage={parts.newMessage} Starred={parts.starred} />
)

const Routes = () => (
  <Switch>
    {/* Without keys, React keeps the conversation list when one of these routes follows another. */}
    <Route path={patterns.messages} component={Messages} />
    <Route path={patterns.conversation} component={Messages} />
    <Route path={patterns.newMessage} component={Messages} />
    <Route path={patterns.archived} component={Messages} />
    <Route path={patterns.starred} component={Messages} />
    <Route path={patterns.search} component={Messages} />
    <Route path={patterns.home}>
      <Redirect to={lastPlace()} replace />
    </Route>
    {navItems.map(({ pattern, name }) => {
      const Page = parts[name]
      return (
        <Route key={pattern} path={pattern}>
          <parts.administration>
            <Page />
          </parts.administration>
        </Route>
      )
    })}
    <Route path={patterns.letIn} component={parts.letIn} />
    <Route component={NotFound} />
  </Switch>
)
