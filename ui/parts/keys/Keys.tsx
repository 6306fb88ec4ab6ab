/** Shows keys as they are labelled on the keyboard. */
import { t } from '../../catalogue/texts.ts'
import { keyLabel } from '../../keyboard/keys.ts'
import styles from './Keys.module.css'

export const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.length > 0 && (
    <span className={styles.keys}>
      {keys.map((written, index) => (
        <span key={written}>
          {index > 0 && <span className={styles.or}>{t('palette.or')}</span>}
          <kbd className={styles.key}>{keyLabel(written)}</kbd>
        </span>
      ))}
    </span>
  )
