/** Chooses how lines are shown: wrapping, marking and the clock. */
import { t } from '../../catalogue/texts.ts'
import styles from './LogBar.module.css'
import { clocks, draw, useLook } from './look.ts'
import { Panel } from './Panel.tsx'
import type { LogView } from './use-log-view.ts'

export function LookChoice({ view: { filter, choose } }: { view: LogView }) {
  const { wraps, clock } = useLook()
  return (
    <Panel label={t('logs.look')} name={t('logs.look_name')}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={filter.highlightOnly}
          onChange={({ target }) => choose({ highlightOnly: target.checked })}
        />
        {t('logs.mark_only')}
      </label>
      <label className={styles.choice}>
        <input type="checkbox" checked={wraps} onChange={({ target }) => draw({ wraps: target.checked })} />
        {t('logs.wrap')}
      </label>
      <hr className={styles.rule} />
      {clocks.map((one) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name="clock" checked={clock === one} onChange={() => draw({ clock: one })} />
          {t(`logs.clock_${one}`)}
        </label>
      ))}
    </Panel>
  )
}
