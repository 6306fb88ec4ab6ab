/** Lists the hosts to which a plugin may connect, with the reasons. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'

export const Places = ({ places }: { places: PluginRecord['network'] }) =>
  places.length === 0 ? (
    <p>{t('plugins.network_none')}</p>
  ) : (
    <ul className={styles.list}>
      {places.map(({ host, port, reason }) => (
        <li key={`${host}:${port}`}>
          <code>
            {host}:{port}
          </code>
          <span dir="auto">{reason}</span>
        </li>
      ))}
    </ul>
  )
