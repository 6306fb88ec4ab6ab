/** The head of the list: its title and the link to a new message. Holding the title down resets the theme. */
import { SquarePen } from 'lucide-react'
import { Link } from 'wouter'
import { t } from '../../catalogue/texts.ts'
import { shown } from '../../keyboard/keys.ts'
import { paths } from '../../routes.ts'
import { useHeld } from '../../theme/use-held.ts'
import { useThemeReset } from '../../theme/use-theme-reset.ts'
import styles from './ListHeader.module.css'

export function ListHeader({ isHeading }: { isHeading: boolean }) {
  const Title = isHeading ? 'h1' : 'p'
  const hold = useHeld(useThemeReset())
  return (
    <div className={styles.header}>
      <Title {...hold} className={styles.title} tabIndex={isHeading ? -1 : undefined}>
        {t('shell.messages')}
      </Title>
      <Link
        href={paths.newMessage()}
        className={styles.write}
        aria-label={t('shell.new_message')}
        title={`${t('shell.new_message')} (${shown('mod+n')})`}
      >
        <SquarePen size={18} aria-hidden />
      </Link>
    </div>
  )
}
