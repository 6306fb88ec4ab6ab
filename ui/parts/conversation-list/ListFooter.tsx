/** The foot of the list: how the relay fares, and the way to the settings. */
import { Settings } from 'lucide-react'
import { Link } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { shown } from '../../keyboard/keys.ts'
import { paths } from '../../routes.ts'
import { StatusDot } from '../status/StatusDot.tsx'
import styles from './ListFooter.module.css'

export const ListFooter = () => (
  <footer className={styles.footer}>
    <StatusDot />
    <Link href={paths.settings()} className={styles.settings} title={`${t('shell.settings')} (${shown('mod+,')})`}>
      <Settings size={17} aria-hidden />
      {t('shell.settings')}
    </Link>
  </footer>
)
