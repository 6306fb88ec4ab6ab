/** The states of anything that is fetched: not there yet, nothing there, failed. */
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { saying } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { Button } from './Button.tsx'
import { copy } from './copy.ts'
import styles from './States.module.css'

/** One sentence, and one thing to do about it. */
export const EmptyState = ({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) => (
  <div className={styles.state}>
    <p className={styles.title}>{title}</p>
    {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    {action}
  </div>
)

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <CircleAlert size={22} aria-hidden />
      <p className={styles.title}>{t('kit.failed')}</p>
      <p className={styles.hint} lang="en" dir="auto">
        {saying(error)}
      </p>
      <div className={styles.actions}>
        {onRetry !== undefined && <Button onClick={onRetry}>{t('kit.retry')}</Button>}
        <Button kind="quiet" onClick={() => copy(saying(error))}>
          {t('kit.copy_details')}
        </Button>
      </div>
    </div>
  )
}

const calmMs = 150

/** Grey shapes, shown only when the wait is long enough to be noticed. */
export function Skeleton({ rows = 6, height = 56 }: { rows?: number; height?: number }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), calmMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div className={styles.skeleton} role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
        <div key={row} style={{ blockSize: height }} className={styles.bone} />
      ))}
    </div>
  )
}
