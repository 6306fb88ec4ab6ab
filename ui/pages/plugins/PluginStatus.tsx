/** Shows the status of a plugin, with what is queued, what failed, when the next attempt is, and the last error. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { timeOf } from '../../catalogue/dates.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'

export function PluginStatus({ plugin }: { plugin: PluginRecord }) {
  const { status, waiting_for, next_attempt_at: next, pending, dead, last_error: error } = plugin
  return (
    <div className={styles.status}>
      <span className={styles.state} data-status={status}>
        {waiting_for === null ? t(`plugins.status_${status}`) : t(`plugins.waiting_${waiting_for}`)}
      </span>
      {next !== null && <span>{t('plugins.next_attempt', { when: timeOf(next) })}</span>}
      {pending > 0 && <span>{t('plugins.pending', { count: pending })}</span>}
      {dead > 0 && <span>{t('plugins.dead', { count: dead })}</span>}
      {error !== null && status !== 'off' && (
        <p className={styles.error} dir="auto">
          {error}
        </p>
      )}
    </div>
  )
}
