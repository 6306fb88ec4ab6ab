/** The foot of the list: the relay's status, the link to the settings, and sign-out. */
import { LogOut, Settings } from 'lucide-react'
import { Link } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { shown } from '../../keyboard/keys.ts'
import { IconButton } from '../../kit/Button.tsx'
import { useSignOut } from '../../live/use-sign-out.ts'
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
    <SignOut />
  </footer>
)

function SignOut() {
  const end = useSignOut()
  if (end === undefined) return null
  return (
    <IconButton label={t('shell.sign_out')} onClick={end}>
      <LogOut size={17} aria-hidden />
    </IconButton>
  )
}
