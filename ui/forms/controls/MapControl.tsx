/** Texts under names that the user chooses. The service does not return the text of a name that suggests a secret. */

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { isObject } from '../../../src/base/json-object.ts'
import { isHiddenSecret } from '../../../src/domain/plugin-settings.ts'
import { t } from '../../catalogue/texts.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { inputClass } from '../../kit/Field.tsx'
import styles from '../Form.module.css'
import type { FieldOf } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { textOfValue } from '../written.ts'

export function MapControl({ field, value, onChange }: ControlProps<FieldOf<'map'>>) {
  const entries = isObject(value) ? value : {}
  const without = (name: string) => Object.fromEntries(Object.entries(entries).filter(([other]) => other !== name))
  return (
    <>
      {Object.entries(entries).map(([name, text]) => (
        <div key={name} className={styles.pair}>
          <code dir="auto">{name}</code>
          {isHiddenSecret(text) ? (
            <span>
              •••• {t('forms.secret_set')}{' '}
              <Button
                kind="quiet"
                size="small"
                aria-label={t('forms.secret_action', { action: t('forms.replace'), name })}
                onClick={() => onChange({ ...entries, [name]: '' })}
              >
                {t('forms.replace')}
              </Button>
            </span>
          ) : (
            <input
              className={inputClass}
              aria-label={t('forms.value_of', { name })}
              autoComplete="off"
              value={textOfValue(text)}
              readOnly={field.isReadOnly}
              onChange={({ target }) => onChange({ ...entries, [name]: target.value })}
            />
          )}
          <IconButton label={t('forms.remove', { name })} onClick={() => onChange(without(name))}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {!field.isReadOnly && <NewPair onAdd={(name) => onChange({ ...entries, [name]: entries[name] ?? '' })} />}
    </>
  )
}

function NewPair({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className={styles.pair}>
      <input
        className={inputClass}
        aria-label={t('forms.name')}
        placeholder={t('forms.name')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button size="small" disabled={name.trim() === ''} onClick={add}>
        <Plus size={16} aria-hidden />
        {t('forms.add')}
      </Button>
    </div>
  )
}
