/** The states of fetched content: loading, empty and failed. */

import { CircleAlert, CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { mayAskAgain } from '../api/ask.ts'
import { isUnanswered } from '../api/client.ts'
import { errorWords } from '../api/error-text.ts'
import { t } from '../catalogue/texts.ts'
import { isSilence } from '../live/condition.ts'
import { useStatus } from '../live/status.ts'
import { useCondition } from '../live/warning.ts'
import { Button } from './Button.tsx'
import { copy } from './copy.ts'
import styles from './States.module.css'

/** One sentence and one action. */
export const EmptyState = ({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) => (
  <div className={styles.state}>
    <p className={styles.title}>{title}</p>
    {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    {action}
  </div>
)

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { kind } = useCondition()
  if (isUnanswered(error) || (isSilence(kind) && mayAskAgain(error))) return <Unanswered onRetry={onRetry} />
  const { text, lang } = errorWords(error)
  return (
    <div className={styles.state} role="alert">
      <CircleAlert size={22} aria-hidden />
      <p className={styles.title}>{t('kit.failed')}</p>
      <p className={styles.hint} lang={lang} dir="auto">
        {text}
      </p>
      <div className={styles.actions}>
        {onRetry !== undefined && <Button onClick={onRetry}>{t('kit.retry')}</Button>}
        <Button kind="quiet" onClick={() => copy(text)}>
          {t('kit.copy_details')}
        </Button>
      </div>
    </div>
  )
}

/** Says why nothing can be loaded; the content is requested again automatically once that is over. */
function Unanswered({ onRetry }: { onRetry?: (() => void) | undefined }) {
  const { kind, reason } = useCondition()
  const askNow = useStatus((status) => status.askNow)
  const silence = isSilence(kind) ? kind : 'unreachable'
  const retry = () => {
    askNow()
    onRetry?.()
  }
  return (
    <div className={styles.state} role="status">
      <CloudOff size={22} aria-hidden />
      <p className={styles.title}>{t(`live.${silence}_line`)}</p>
      {reason !== null && <p dir="auto">{reason}</p>}
      <p className={styles.hint}>{t(`live.${silence}_wait`)}</p>
      <Button onClick={retry}>{t('kit.retry')}</Button>
    </div>
  )
}

const calmMs = 150

/** After this long, the page checks whether the service responds at all. */
const doubtfulMs = 1_500
/** After this long, a text says that loading takes long. */
const longMs = 10_000

/**
 * Grey shapes that appear only when the wait is noticeable; while the service does not respond, the reason replaces
 * them.
 */
export function Skeleton({ rows = 6, height = 56 }: { rows?: number; height?: number }) {
  const isLate = useHasPassed(calmMs)
  const isLong = useHasPassed(longMs)
  const { kind } = useCondition()
  const askNow = useStatus((status) => status.askNow)
  const isDoubtful = useHasPassed(doubtfulMs)
  useEffect(() => {
    if (isDoubtful) askNow()
  }, [isDoubtful, askNow])
  if (isSilence(kind)) return <Unanswered />
  if (!isLate) return null
  return (
    <div className={styles.skeleton} role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
        <div key={row} style={{ blockSize: height }} className={styles.bone} />
      ))}
      {isLong && <p className={styles.long}>{t('kit.long')}</p>}
    </div>
  )
}

function useHasPassed(ms: number): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHas(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return has
}
