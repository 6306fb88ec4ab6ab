/** Shows the WCAG contrast level that a theme's text reaches. */
import type { ThemeDetails } from '../../../../src/contract/theme.ts'
import { t } from '../../../catalogue/texts.ts'
import styles from './Appearance.module.css'

type Contrast = NonNullable<ThemeDetails['modes']['light']>['contrast']

export const ContrastBadge = ({ contrast }: { contrast: Contrast | undefined }) => (
  <span className={styles.badge} data-contrast={contrast} title={t('appearance.contrast')}>
    {contrast === 'low' ? t('appearance.contrast_low') : contrast}
  </span>
)
