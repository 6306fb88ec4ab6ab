/** The head of a plugin's page: how its deliveries go, and what can be done about them. */
import { CircleAlert, Pause, Play, RotateCw, Send } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { useMay } from '../../api/session.ts'
import { timeOf, whenOf } from '../../catalogue/dates.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import sheet from '../../kit/sheet.module.css'
import { paths } from '../../routes.ts'
import { notify } from '../../state/toasts.ts'
import { adviceFor } from './advice.ts'
import styles from './PluginHead.module.css'
import type { UnsavedSettings } from './PluginSettings.tsx'
import { receives } from './plugin-state.ts'
import { StateLabel } from './StateLabel.tsx'
import { TestResult } from './TestResult.tsx'
import { usePluginControls } from './use-plugin-controls.ts'

interface Props {
  plugin: PluginRecord
  unsaved: RefObject<UnsavedSettings | null>
}

export function PluginHead({ plugin, unsaved }: Props) {
  const mayChange = useMay('admin')
  const controls = usePluginControls(plugin)
  const { status, last_error: error } = plugin
  const hasDeliveries = receives(plugin)
  const isStartable = plugin.enabled && status !== 'invalid'
  // Its switch says so already, and there is nothing more to say.
  if (status === 'off') return null
  return (
    <section className={`${sheet.sheet} ${styles.head}`} aria-label={t('plugins.status')}>
      <div className={styles.top}>
        <p role="status" className={styles.now}>
          <StateLabel plugin={plugin} />
        </p>
        {mayChange && hasDeliveries && isStartable && (
          <Controls plugin={plugin} controls={controls} unsaved={unsaved} />
        )}
      </div>
      {hasDeliveries && isStartable && <Figures plugin={plugin} />}
      {error !== null && <LastError plugin={plugin} error={error} />}
      {controls.test !== undefined && <TestResult plugin={plugin.name} test={controls.test} />}
    </section>
  )
}

interface ControlsProps extends Props {
  controls: ReturnType<typeof usePluginControls>
}

function Controls({ plugin, controls, unsaved }: ControlsProps) {
  const { isTesting, sendTest, retryNow, setPaused } = controls
  const onTest = () => {
    if (unsaved.current === null) void sendTest()
    else notify(t('plugins.test_save_first'), { kind: 'problem' })
  }
  return (
    <div className={styles.controls}>
      <Button onClick={onTest} disabled={isTesting}>
        <Send size={15} aria-hidden />
        {t(isTesting ? 'plugins.sending_test' : 'plugins.send_test')}
      </Button>
      {plugin.pending > 0 && !plugin.paused && (
        <Button onClick={() => void retryNow()}>
          <RotateCw size={15} aria-hidden />
          {t('plugins.retry_now')}
        </Button>
      )}
      <Button onClick={() => void setPaused(!plugin.paused)}>
        {plugin.paused ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
        {t(plugin.paused ? 'plugins.resume' : 'plugins.pause')}
      </Button>
    </div>
  )
}

function Figures({ plugin }: Pick<Props, 'plugin'>) {
  const { name, pending, next_attempt_at: next, failed_today: failed, latency_ms: latency } = plugin
  const { delivered_today: delivered, last_delivered_at: last } = plugin
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('plugins.last_delivery')}</dt>
        <dd>{last === null ? t('plugins.none_yet') : <time dateTime={last}>{whenOf(last)}</time>}</dd>
      </div>
      <div>
        <dt>{t('plugins.today')}</dt>
        <dd>
          <Link href={paths.deliveries({ plugin: name })}>{t('plugins.delivered', { count: delivered })}</Link>
        </dd>
        {failed > 0 && (
          <dd>
            <Link href={paths.deliveries({ plugin: name, state: 'failed' })}>
              {t('plugins.dead', { count: failed })}
            </Link>
          </dd>
        )}
      </div>
      <div>
        <dt>{t('plugins.queue')}</dt>
        <dd>{pending === 0 ? t('plugins.queue_empty') : t('plugins.pending', { count: pending })}</dd>
        {next !== null && <dd>{t('plugins.next_attempt', { when: timeOf(next) })}</dd>}
      </div>
      <div>
        <dt>{t('plugins.latency')}</dt>
        <dd>{latency === null ? t('plugins.none_yet') : durationOf(latency.p50)}</dd>
        {latency !== null && <dd>{t('plugins.latency_p95', { time: durationOf(latency.p95) })}</dd>}
      </div>
    </dl>
  )
}

function LastError({ plugin: { last_error_at: at }, error }: Pick<Props, 'plugin'> & { error: string }) {
  const advice = adviceFor(error)
  return (
    <div className={styles.trouble}>
      <CircleAlert size={18} aria-hidden />
      <div>
        <p className={styles.heading}>
          {at === null ? t('plugins.last_error') : t('plugins.last_error_at', { when: whenOf(at) })}
        </p>
        <p dir="auto">{reasonSentence(error)}</p>
        {advice !== undefined && <p>{t(`plugins.advice_${advice}`)}</p>}
      </div>
    </div>
  )
}
