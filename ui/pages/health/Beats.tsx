/** The bridge's signs of life over the last minutes: the fresher, the higher. */
import { t } from '../../catalogue/texts.ts'
import styles from './HealthPage.module.css'

/** The bridge counts as dead after so many seconds. */
const deadAfterS = 10
const [width, height, step] = [300, 28, 5]

export function Beats({ ages }: { ages: readonly (number | null)[] }) {
  const last = ages.at(-1)
  const label =
    last === undefined || last === null ? t('health.beats_none') : t('health.beats', { seconds: Math.round(last) })
  return (
    <svg className={styles.beats} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {ages.map((age, place) => {
        const isAlive = age !== null && age < deadAfterS
        const size = isAlive ? Math.max(4, height * (1 - age / deadAfterS)) : 2
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a sign has no other name than its place
            key={place}
            className={isAlive ? styles.alive : styles.silent}
            {...{ x: place * step, y: height - size, width: step - 2, height: size, rx: 1 }}
          />
        )
      })}
    </svg>
  )
}
