/** Lists plugins that this page no longer shows because they failed too often, with a button to try again. */
import { CirclePause } from 'lucide-react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { isPausedAnywhere, startAgainEverywhere, usePluginStates } from '../../slots/plugin-states.ts'
import styles from './Plugins.module.css'

export function Paused({ plugins }: { plugins: readonly PluginRecord[] }) {
  const states = usePluginStates()
  return plugins
    .filter(({ name }) => isPausedAnywhere(states[name]))
    .map(({ name, display_name: title }) => (
      <div key={name} className={styles.paused} role="status">
        <CirclePause size={18} aria-hidden />
        <p>
          <strong>
            <bdi>{t('slots.paused', { name: title })}</bdi>
          </strong>{' '}
          {t('slots.paused_hint')}
        </p>
        <Button size="small" onClick={() => startAgainEverywhere(name)}>
          {t('kit.retry')}
        </Button>
      </div>
    ))
}
