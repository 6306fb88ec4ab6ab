/** Chooses the scopes of an API key, each with an explanation. */
import { scopes as all, type Scope } from '../../../../src/contract/scopes.ts'
import { t } from '../../../catalogue/texts.ts'
import { Choice } from '../../../kit/Choice.tsx'
import styles from './Security.module.css'

interface Props {
  scopes: readonly Scope[]
  onChange: (scopes: Scope[]) => void
}

export const ScopeBoxes = ({ scopes, onChange }: Props) => (
  <fieldset className={styles.scopes}>
    <legend>{t('security.key_may')}</legend>
    {all.map((scope) => (
      <Choice
        key={scope}
        type="checkbox"
        label={t(`security.scope_${scope}`)}
        hint={t(`security.scope_${scope}_hint`)}
        checked={scopes.includes(scope)}
        onChange={(checked) => onChange(all.filter((one) => (one === scope ? checked : scopes.includes(one))))}
      />
    ))}
  </fieldset>
)
