/** A button that fixes the problem of a row, or leads to the page where it is fixed. */
import type { Fix } from '../../../src/contract/health.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, LinkButton } from '../../kit/Button.tsx'
import { base } from '../../routes.ts'
import styles from './HealthPage.module.css'
import { useFix } from './use-fix.ts'

export function FixButton({ fix, about }: { fix: Fix; about: string }) {
  const mend = useFix()
  if (fix.by === 'page')
    return (
      <span className={styles.fix}>
        <LinkButton size="small" href={fix.path.slice(base.length)}>
          {t('health.fix_look')}
        </LinkButton>
      </span>
    )
  return (
    <span className={styles.fix}>
      {fix.by === 'command' && <code dir="ltr">{fix.command}</code>}
      <Button size="small" onClick={() => mend(fix)}>
        {fix.by === 'command' ? t('kit.copy') : t(fix.by === 'restart' ? 'health.fix_restart' : 'health.fix')}
        <span className="visually-hidden">{` · ${about}`}</span>
      </Button>
    </span>
  )
}
