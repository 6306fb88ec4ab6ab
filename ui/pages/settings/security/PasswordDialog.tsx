/** Sets, changes or removes the password and explains the consequences. */

import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { ClientError } from '../../../../src/client/client-error.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Field, inputClass, problemClass } from '../../../kit/Field.tsx'
import { notify } from '../../../state/toasts.ts'
import styles from './Security.module.css'
import type { PasswordChange } from './use-password.ts'

export type PasswordAction = 'set' | 'change' | 'remove'

interface Props {
  action: PasswordAction
  onChange: (wish: PasswordChange) => Promise<void>
  onClose: () => void
}

export function PasswordDialog({ action, onChange, onClose }: Props) {
  const [[current, password], setTyped] = useState(['', ''])
  const [problem, setProblem] = useState<PasswordProblem>()
  const [isBusy, setBusy] = useState(false)
  const form = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await onChange({ current, password: action === 'remove' ? null : password })
      notify(t(`security.password_done_${action}`))
      onClose()
    } catch (error) {
      setProblem(passwordProblem(error))
    }
    setBusy(false)
  }
  const problemAt = (at: PasswordProblem['at']) => (problem?.at === at ? problem.text : undefined)
  return (
    <Dialog
      isFixed
      title={t(`security.password_${action}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button kind={action === 'remove' ? 'destructive' : 'primary'} type="submit" form={form} disabled={isBusy}>
            {t(`security.password_${action}_now`)}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <p>{t(`security.password_${action}_means`)}</p>
        <input type="text" autoComplete="username" value="service" readOnly hidden />
        {action !== 'set' && (
          <PasswordInput
            label={t('security.current')}
            autoComplete="current-password"
            value={current}
            onChange={(typed) => setTyped([typed, password])}
            problem={problemAt('current')}
          />
        )}
        {action !== 'remove' && (
          <PasswordInput
            label={t('security.new')}
            autoComplete="new-password"
            hint={t('security.new_hint')}
            value={password}
            onChange={(typed) => setTyped([current, typed])}
            problem={problemAt('password')}
          />
        )}
        {problem?.at === 'form' && (
          <p role="alert" className={problemClass}>
            {problem.text}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface PasswordProblem {
  at: 'current' | 'password' | 'form'
  text: string
}

/** Finds the problem of a typed password and the field that it concerns. */
function passwordProblem(error: unknown): PasswordProblem {
  if (!(error instanceof ClientError)) return { at: 'form', text: String(error) }
  const { code, message, details } = error
  if (code === 'weak_password') return { at: 'password', text: t('security.weak') }
  if (code === 'rate_limited')
    return { at: 'current', text: t('security.too_many', { count: Math.ceil(Number(details.retry_after_s ?? 1)) }) }
  if (code === 'forbidden' && String(details.missing).includes('current'))
    return { at: 'current', text: t('security.wrong_current') }
  return { at: 'form', text: message }
}

interface PasswordInputProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  hint?: string
  problem?: string | undefined
}

const longest = 1_024

/** A password field that can show its text, and warns when Caps Lock is on. */
function PasswordInput({ label, autoComplete, value, onChange, hint, problem }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const said = [hint, hasCapsLock && t('security.caps_lock')].filter(Boolean).join(' ')
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} {...(said !== '' && { hint: said })} {...(problem !== undefined && { problem })}>
      {(tied) => (
        <span className={styles.secret}>
          <input
            {...tied}
            className={inputClass}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            maxLength={longest}
            required
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={look}
            onKeyUp={look}
          />
          <IconButton
            label={t(isShown ? 'security.hide' : 'security.show', { name: label })}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        </span>
      )}
    </Field>
  )
}
