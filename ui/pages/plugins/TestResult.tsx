/** Shows what became of a test: whether it was delivered, how the receiver answered, and what to do if it failed. */
import { CircleAlert, CircleCheck, Clock, Funnel } from 'lucide-react'
import { Link } from 'wouter'
import { durationOf } from '../../catalogue/durations.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { paths } from '../../routes.ts'
import { adviceFor } from './advice.ts'
import styles from './PluginHead.module.css'
import type { PluginTest } from './use-plugin-controls.ts'

interface Props {
  /** The key of the plugin. */
  plugin: string
  test: PluginTest
}

const icons = { delivered: CircleCheck, failed: CircleAlert, retrying: Clock, queued: Clock, filtered: Funnel } as const

export function TestResult({ plugin, test: { delivery_id: id, state, duration_ms: ms, error, answer } }: Props) {
  const Icon = icons[state]
  const advice = error === null ? undefined : adviceFor(error)
  return (
    <div className={styles.trouble} data-state={state} role="status">
      <Icon size={18} aria-hidden />
      <div>
        <p className={styles.heading}>{headingOf({ state, ms })}</p>
        {error !== null && <p dir="auto">{reasonSentence(error)}</p>}
        {advice !== undefined && <p>{t(`plugins.advice_${advice}`)}</p>}
        {answer !== null && <Answer {...answer} />}
        <p>
          <Link href={paths.deliveries({ plugin, delivery: id })}>{t('plugins.test_delivery')}</Link>
        </p>
      </div>
    </div>
  )
}

const headingOf = ({ state, ms }: { state: PluginTest['state']; ms: number | null }): string => {
  if (state !== 'delivered') return t(`plugins.test_${state}`)
  return ms === null ? t('plugins.test_delivered') : t('plugins.test_delivered_in', { time: durationOf(ms) })
}

const Answer = ({ status, body }: NonNullable<PluginTest['answer']>) => (
  <>
    {status !== null && <p>{t('plugins.test_status', { status: String(status) })}</p>}
    {body !== '' && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      <pre tabIndex={0} dir="auto">
        {body}
      </pre>
    )}
  </>
)
