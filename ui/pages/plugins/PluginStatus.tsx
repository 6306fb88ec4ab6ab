/** Shows the status of a plugin in one line: its state, what was delivered today, what waits, and the last error. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { timeOf } from '../../catalogue/dates.ts'
import { reasonSentence } from '../../catalogue/reason-words.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'
import { receives } from './plugin-state.ts'
import { StateLabel } from './StateLabel.tsx'

export function PluginStatus({ plugin }: { plugin: PluginRecord }) {
  const { status, next_attempt_at: next, pending, dead, delivered_today: today, last_error: error } = plugin
  return (
    <div className={styles.status}>
      <StateLabel plugin={plugin} />
      {plugin.enabled && receives(plugin) && <span>{t('plugins.delivered_today', { count: today })}</span>}
      {pending > 0 && <span>{t('plugins.pending', { count: pending })}</span>}
      {next !== null && <span>{t('plugins.next_attempt', { when: timeOf(next) })}</span>}
      {dead > 0 && <span>{t('plugins.dead', { count: dead })}</span>}
      {error !== null && status !== 'off' && (
        <p className={styles.error} dir="auto">
          {reasonSentence(error)}
        </p>
      )}
    </div>
  )
}
