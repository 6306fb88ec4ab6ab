/** The page as a whole: everything around the routes, and the routes themselves. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Router, Switch } from 'wouter'
import { newQueryClient } from './api/ask.ts'
import { withPageTexts } from './catalogue/page-texts.ts'
import { KeyListener } from './keyboard/KeyListener.tsx'
import { lazyPart, retryAfter } from './kit/lazy-part.ts'
import { ErrorState, Skeleton } from './kit/States.tsx'
import { ToastStack } from './kit/ToastStack.tsx'
import { useSettled } from './kit/use-settled.ts'
import { LiveQueries } from './live/LiveQueries.tsx'
import { AppBadge } from './notifications/AppBadge.tsx'
import { OutboxRunner } from './outbox/OutboxRunner.tsx'
import MessagesPage from './pages/messages/MessagesPage.tsx'
import { FollowConversations } from './parts/conversation-list/FollowConversations.tsx'
import { OutboxNews } from './parts/outbox/OutboxNews.tsx'
import { StatusBanner } from './parts/status/StatusBanner.tsx'
import { base, patterns } from './routes.ts'
import { Announcer } from './shell/Announcer.tsx'
import { DocumentTitle } from './shell/DocumentTitle.tsx'
import { navItems } from './shell/nav-items.ts'
import { RouteFocus } from './shell/RouteFocus.tsx'
import { ShellCommands } from './shell/ShellCommands.tsx'
import { SkipLink } from './shell/SkipLink.tsx'
import { askBeforeLeaving } from './state/leaving.ts'

const AdministrationLayout = lazyPart(() => withPageTexts(import('./shell/AdministrationLayout.tsx')))
const NotFound = lazyPart(() => import('./shell/NotFound.tsx'))
const PageCommands = lazyPart(() => withPageTexts(import('./shell/PageCommands.tsx')))

export function App() {
  const [queries] = useState(newQueryClient)
  const isSettled = useSettled()
  return (
    <QueryClientProvider client={queries}>
      <Router base={base} aroundNav={askBeforeLeaving}>
        <KeyListener />
        <LiveQueries />
        <StatusBanner />
        <FollowConversations />
        <DocumentTitle />
        <AppBadge />
        <SkipLink />
        <OutboxRunner />
        <OutboxNews />
        <ErrorBoundary
          fallbackRender={({ error, resetErrorBoundary }) => (
            <ErrorState error={error} onRetry={retryAfter(error, resetErrorBoundary)} />
          )}
        >
          <Suspense
            fallback={
              <main>
                <Skeleton />
              </main>
            }
          >
            <Routes />
          </Suspense>
        </ErrorBoundary>
        <RouteFocus />
        <ShellCommands />
        {/* If they cannot be loaded, the palette offers less. */}
        <ErrorBoundary fallback={null}>
          <Suspense>{isSettled && <PageCommands />}</Suspense>
        </ErrorBoundary>
        <ToastStack />
        <Announcer />
      </Router>
    </QueryClientProvider>
  )
}

const Routes = () => (
  <Switch>
    {/* Without keys, React keeps the conversation list when one of these routes follows another. */}
    <Route path={patterns.home} component={MessagesPage} />
    <Route path={patterns.conversation} component={MessagesPage} />
    <Route path={patterns.newMessage} component={MessagesPage} />
    <Route path={patterns.search} component={MessagesPage} />
    {navItems.map(({ pattern, page: Page }) => (
      <Route key={pattern} path={pattern}>
        <AdministrationLayout>
          <Page />
        </AdministrationLayout>
      </Route>
    ))}
    <Route component={NotFound} />
  </Switch>
)
