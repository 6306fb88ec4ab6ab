/** Says that a saved setting needs a restart, restarts where that is possible, and shows the progress. */
import { names } from '../../../../src/contract/names.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import styles from './RestartNotice.module.css'
import type { AwaitedRestart } from './use-awaited-restart.ts'
import { type Restart, useRestart } from './use-restart.ts'

interface Props {
  awaited: AwaitedRestart
  web: { host: string; port: number }
}

export function RestartNotice({ awaited: { isAwaited, canRestart }, web }: Props) {
  const { restart, begin } = useRestart(web)
  const isIdle = restart.is === 'none' || restart.is === 'done'
  if (isIdle && !isAwaited) return restart.is === 'done' ? <p role="status">{t('settings.restarted')}</p> : null
  return (
    <section className={styles.notice} aria-label={t('settings.restart_title')}>
      <strong>{t('settings.restart_title')}</strong>
      <div role="status">{isIdle ? <p>{t('settings.restart')}</p> : <Progress restart={restart} />}</div>
      {isIdle && canRestart && <Button onClick={() => void begin()}>{t('settings.restart_now')}</Button>}
      {isIdle && !canRestart && (
        <p>
          {t('settings.restart_by_hand')} <code dir="ltr">{`${names.command} up`}</code>
        </p>
      )}
    </section>
  )
}

function Progress({ restart }: { restart: Restart }) {
  if (restart.is === 'late') return <p>{t('settings.restart_late')}</p>
  if (restart.is !== 'moved') return <p>{t('settings.restarting')}</p>
  const to = `${restart.address}${location.pathname}`
  return (
    <p>
      {t('settings.restart_moved', { address: restart.address })} <a href={to}>{t('settings.restart_go')}</a>
    </p>
  )
}
