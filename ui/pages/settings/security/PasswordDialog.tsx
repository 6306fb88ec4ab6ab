/** Sets, changes or removes the password and explains the consequences. */
import { type FormEvent, useId, useState } from 'react'
import { ClientError } from '../../../../src/client/client-error.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { notify } from '../../../state/toasts.ts'
import { PasswordInput } from './PasswordInput.tsx'
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
          <p role="alert" className={styles.problem}>
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
