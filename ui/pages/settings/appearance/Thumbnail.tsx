/** A miniature conversation in the colours of a theme. */
import type { CSSProperties } from 'react'
import { t } from '../../../catalogue/texts.ts'
import styles from './Thumbnail.module.css'

export const Thumbnail = ({ tokens }: { tokens: Readonly<Record<string, string>> }) => {
  const { 'color-scheme': colorScheme, ...properties } = tokens
  return (
    <div className={styles.thumbnail} style={{ ...properties, colorScheme } as CSSProperties} aria-hidden>
      <div className={styles.side}>
        <i className={styles.active} />
        <i />
        <i />
      </div>
      <div className={styles.thread}>
        <p className={styles.them}>{t('appearance.sample_them')}</p>
        <p className={styles.me}>{t('appearance.sample_me')}</p>
        <p className={styles.sms}>{t('appearance.sample_sms')}</p>
        <div className={styles.field} />
      </div>
    </div>
  )
}
