/** How a plugin fares: in a word, with what waits, what was given up and what went wrong last. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'

export const PluginStatus = ({ plugin: { status, pending, dead, last_error: error } }: { plugin: PluginRecord }) => (
  <div className={styles.status}>
    <span className={styles.state} data-status={status}>
      {t(`plugins.status_${status}`)}
    </span>
    {pending > 0 && <span>{t('plugins.pending', { count: pending })}</span>}
    {dead > 0 && <span>{t('plugins.dead', { count: dead })}</span>}
    {error !== null && status !== 'off' && (
      <p className={styles.error} dir="auto">
        {error}
      </p>
    )}
  </div>
)
