/** The first element in the tab order: skips the list and goes to the content. */
import { t } from '../catalogue/texts.ts'
import styles from './SkipLink.module.css'

export const SkipLink = () => (
  <button type="button" className={`visually-hidden ${styles.skip}`} onClick={goToContent}>
    {t('shell.skip')}
  </button>
)

function goToContent(): void {
  const main = [...document.querySelectorAll<HTMLElement>('main, [role="main"]')].find((one) => one.checkVisibility())
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
  ;(heading ?? main)?.focus()
}
