/** The page as a whole: what is around every route, and which address shows what. */
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Router, Switch } from 'wouter'
import { newQueryClient } from './api/ask.ts'
import { t } from './catalogue/texts.ts'
import { KeyListener } from './keyboard/KeyListener.tsx'
import { EmptyState, ErrorState } from './kit/States.tsx'
import { ToastStack } from './kit/ToastStack.tsx'
import { LiveQueries } from './live/LiveQueries.tsx'
import { OutboxRunner } from './outbox/OutboxRunner.tsx'
import { MessagesPage } from './pages/messages/MessagesPage.tsx'
import { StatusBanner } from './parts/status/StatusBanner.tsx'
import { base, patterns } from './routes.ts'
import { Announcer } from './shell/Announcer.tsx'
import { places } from './shell/places.ts'
import { askBeforeLeaving } from './state/leaving.ts'
import { ThemeCommands } from './theme/ThemeCommands.tsx'

const AdministrationLayout = lazy(() => import('./shell/AdministrationLayout.tsx'))

export function App() {
  const [queries] = useState(newQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Router base={base} aroundNav={askBeforeLeaving}>
        <KeyListener />
        <ThemeCommands />
        <LiveQueries />
        <StatusBanner />
        <OutboxRunner />
        <ErrorBoundary
          fallbackRender={({ error, resetErrorBoundary }) => <ErrorState error={error} onRetry={resetErrorBoundary} />}
        >
          <Suspense>
            <Routes />
          </Suspense>
        </ErrorBoundary>
        <ToastStack />
        <Announcer />
      </Router>
    </QueryClientProvider>
  )
}

const messagePatterns = [patterns.home, patterns.conversation, patterns.newMessage, patterns.search]

const Routes = () => (
  <Switch>
    {messagePatterns.map((pattern) => (
      <Route key={pattern} path={pattern} component={MessagesPage} />
    ))}
    {places.map(({ pattern, page: Page }) => (
      <Route key={pattern} path={pattern}>
        <AdministrationLayout>
          <Page />
        </AdministrationLayout>
      </Route>
    ))}
    <Route>
      <main>
        <EmptyState title={t('shell.not_found')} hint={t('shell.not_found_hint')} />
      </main>
    </Route>
  </Switch>
)
