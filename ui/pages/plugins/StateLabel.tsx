/** Shows the state of a plugin in one or two words, with a mark in its colour. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { t } from '../../catalogue/texts.ts'
import styles from './Plugins.module.css'
import { stateOf, toneOf } from './plugin-state.ts'

export function StateLabel({ plugin }: { plugin: PluginRecord }) {
  const state = stateOf(plugin)
  return (
    <span className={styles.state} data-tone={toneOf(state)}>
      {t(`plugins.state_${state}`)}
    </span>
  )
}
