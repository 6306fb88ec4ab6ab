/** The page for an address that does not exist. */
import { t } from '../catalogue/texts.ts'
import { LinkButton } from '../kit/Button.tsx'
import { paths } from '../routes.ts'
import { useTitle } from '../state/title.ts'
import styles from './NotFound.module.css'

export default function NotFound() {
  useTitle(t('shell.not_found'))
  return (
    <main className={styles.notFound} id="main" tabIndex={-1} data-region>
      <h1 tabIndex={-1}>{t('shell.not_found')}</h1>
      <p>{t('shell.not_found_hint')}</p>
      <LinkButton href={paths.home()} kind="primary">
        {t('shell.to_start')}
      </LinkButton>
    </main>
  )
}
