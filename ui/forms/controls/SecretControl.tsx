/** A secret that is written but never read back: shows whether it is set, and replaces or clears it. */

import { useEffect, useState } from 'react'
import { isHiddenSecret } from '../../../src/domain/plugin-settings.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import styles from '../Form.module.css'
import type { Field } from '../field.ts'
import { type ControlProps, useForm } from '../form-context.ts'
import { SecretInput } from './SecretInput.tsx'

export function SecretControl(props: ControlProps) {
  const { field, value, onChange, title } = props
  const { Control } = useForm()
  const [kept, setKept] = useState<unknown>()
  const [isReplacing, setReplacing] = useState(false)
  const isSet = isHiddenSecret(value) && value.set
  // After a save, the service reports again whether the secret is set.
  useEffect(() => {
    if (!isHiddenSecret(value)) return
    setKept(value.set ? value : undefined)
    setReplacing(false)
  }, [value])
  const named = (action: string) => t('forms.secret_action', { action, name: title })
  const keep = kept !== undefined && (
    <Button kind="quiet" size="small" onClick={() => onChange(kept)}>
      {t('forms.keep_secret')}
    </Button>
  )
  if (isSet)
    return (
      <div className={styles.secret}>
        <span aria-hidden>••••</span> {t('forms.secret_set')}
        <Button
          size="small"
          aria-label={named(t('forms.replace'))}
          onClick={() => {
            setReplacing(true)
            onChange(undefined)
          }}
        >
          {t('forms.replace')}
        </Button>
        {!field.isRequired && (
          <Button
            kind="quiet"
            size="small"
            aria-label={named(t('forms.clear_secret'))}
            onClick={() => onChange(undefined)}
          >
            {t('forms.clear_secret')}
          </Button>
        )}
      </div>
    )
  const isCleared = kept !== undefined && !isReplacing && value === field.initial
  if (isCleared)
    return (
      <div className={styles.secret}>
        {t('forms.secret_cleared')} {keep}
      </div>
    )
  const typed = isHiddenSecret(value) ? undefined : value
  return (
    <div className={styles.secret}>
      {field.kind === 'text' ? (
        <SecretInput {...props} value={typed} />
      ) : (
        <Control {...props} field={{ ...field, isSecret: false } as Field} value={typed} />
      )}
      {keep}
    </div>
  )
}
