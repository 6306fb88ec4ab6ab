/** Chooses the scope: people of a list, people of Contacts, or everyone. */
import { useId } from 'react'
import type { RelayScope } from '../../../../src/contract/config.ts'
import { t } from '../../../catalogue/texts.ts'
import { Choice } from '../../../kit/Choice.tsx'
import styles from './People.module.css'

const scopes: readonly RelayScope[] = ['whitelist', 'contacts', 'everyone']

interface Props {
  scope: RelayScope
  onChange: (scope: RelayScope) => void
}

export function ScopeChoice({ scope, onChange }: Props) {
  const name = useId()
  return (
    <fieldset id="relay.scope" className={`${styles.sheet} ${styles.choices}`}>
      <legend className="visually-hidden">{t('people.scope')}</legend>
      {scopes.map((one) => (
        <Choice
          key={one}
          type="radio"
          name={name}
          label={t(`people.scope_${one}`)}
          hint={t(`people.scope_${one}_hint`)}
          checked={one === scope}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  )
}
