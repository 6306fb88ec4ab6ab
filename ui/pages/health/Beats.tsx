/**
 * A bar chart of the bridge's heartbeats over the last minutes, newest at the end: the fresher the heartbeat, the
 * higher the bar.
 */
import { t } from '../../catalogue/texts.ts'
import { beatBars, shownBeats } from './beat-bars.ts'
import styles from './HealthPage.module.css'

const [height, step] = [36, 10]
const width = shownBeats * step

export function Beats({ ages }: { ages: readonly (number | null)[] }) {
  const last = ages.at(-1)
  const label =
    last === undefined || last === null ? t('health.beats_none') : t('health.beats', { seconds: Math.round(last) })
  return (
    <svg className={styles.beats} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      {beatBars(ages).map(({ is, share }, place) => {
        const size = Math.max(2, share * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a heartbeat has no key but its position
            key={place}
            className={styles[is]}
            {...{ x: place * step + 1, y: height - size, width: step - 2, height: size }}
          />
        )
      })}
    </svg>
  )
}
