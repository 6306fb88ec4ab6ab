/** An error boundary around each region of the page: when one fails, the others stay usable. */

import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { messageOf } from '../../src/base/errors.ts'
import { t } from '../catalogue/texts.ts'
import { Button } from './Button.tsx'
import { retryAfter } from './lazy-part.ts'
import { EmptyState } from './States.tsx'

interface Props {
  children: ReactNode
  /** A new value retries the region. */
  resetKey?: string | undefined
}

export const RegionBoundary = ({ children, resetKey }: Props) => (
  <ErrorBoundary
    resetKeys={[resetKey]}
    fallbackRender={({ error, resetErrorBoundary }) => (
      <div role="alert">
        <EmptyState
          title={t('shell.broken')}
          hint={messageOf(error)}
          action={<Button onClick={retryAfter(error, resetErrorBoundary)}>{t('kit.retry')}</Button>}
        />
      </div>
    )}
  >
    {children}
  </ErrorBoundary>
)
