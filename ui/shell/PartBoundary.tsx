/** Shows a placeholder while what the address asks for is being loaded, and the error where it cannot be shown. */
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { retryAfter } from '../kit/lazy-part.ts'
import { ErrorState, Skeleton } from '../kit/States.tsx'

export const PartBoundary = ({ children }: { children: ReactNode }) => (
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
      {children}
    </Suspense>
  </ErrorBoundary>
)
