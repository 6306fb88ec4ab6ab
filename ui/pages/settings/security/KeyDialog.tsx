/** Edits the label and scopes of a new or existing API key. */
import { type FormEvent, useId, useState } from 'react'
import type { ApiKey } from '../../../../src/contract/key.ts'
import { scopes as all, type Scope } from '../../../../src/contract/scopes.ts'
import { errorText } from '../../../api/error-text.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Choice } from '../../../kit/Choice.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Field, inputClass, problemClass } from '../../../kit/Field.tsx'
import styles from './Security.module.css'
import type { KeyOptions } from './use-keys.ts'

interface Props {
  /** Undefined for a new key. */
  of?: ApiKey
  onSave: (wish: KeyOptions) => Promise<void>
  onClose: () => void
}

const lives = [undefined, 30, 90, 365] as const
const longestName = 100

export function KeyDialog({ of: known, onSave, onClose }: Props) {
  const [wish, setWish] = useState<KeyOptions>({ label: known?.label ?? '', scopes: known?.scopes ?? ['read'] })
  const [problem, setProblem] = useState<string>()
  const form = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wish.scopes.length === 0) return setProblem(t('security.key_needs_scope'))
    await onSave({ ...wish, label: wish.label.trim() }).then(onClose, (error: unknown) => setProblem(errorText(error)))
  }
  return (
    <Dialog
      isFixed
      title={t(known === undefined ? 'security.key_new' : 'security.key_edit')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t(known === undefined ? 'security.key_make' : 'kit.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field label={t('security.key_name')} hint={t('security.key_name_hint')}>
          {(tied) => (
            <input
              {...tied}
              className={inputClass}
              dir="auto"
              required
              pattern=".*\S.*"
              maxLength={longestName}
              autoComplete="off"
              value={wish.label}
              onChange={({ target }) => setWish({ ...wish, label: target.value })}
            />
          )}
        </Field>
        <ScopeBoxes scopes={wish.scopes} onChange={(scopes) => setWish({ ...wish, scopes })} />
        {known === undefined && (
          <Life days={wish.expiresInDays} onChange={(days) => setWish({ ...wish, expiresInDays: days })} />
        )}
        {problem !== undefined && (
          <p role="alert" className={problemClass}>
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

const Life = ({ days, onChange }: { days: number | undefined; onChange: (days: number | undefined) => void }) => (
  <Field label={t('security.key_expires')}>
    {(tied) => (
      <select
        {...tied}
        className={inputClass}
        value={days ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        {lives.map((life) => (
          <option key={life ?? 'never'} value={life ?? ''}>
            {life === undefined ? t('security.key_never') : t('security.key_days', { count: life })}
          </option>
        ))}
      </select>
    )}
  </Field>
)

interface ScopeBoxesProps {
  scopes: readonly Scope[]
  onChange: (scopes: Scope[]) => void
}

/** Chooses the scopes of an API key, each with an explanation. */
const ScopeBoxes = ({ scopes, onChange }: ScopeBoxesProps) => (
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
