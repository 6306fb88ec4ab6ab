/** The page for an address that does not exist. */
import { t } from '../catalogue/texts.ts'
import { LinkButton } from '../kit/Button.tsx'
import { paths } from '../routes.ts'
import { useTitle } from '../state/title.ts'
import styles from './NotFound.module.css'

export default function NotFound() {
  useTitle(t('missing.title'))
  return (
    <main className={styles.notFound} id="main" tabIndex={-1} data-region>
      <h1 tabIndex={-1}>{t('missing.title')}</h1>
      <p>{t('missing.hint')}</p>
      <LinkButton href={paths.home()} kind="primary">
        {t('missing.to_start')}
      </LinkButton>
    </main>
  )
}
