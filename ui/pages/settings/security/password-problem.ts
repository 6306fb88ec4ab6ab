/** Finds the problem of a typed password and the field that it concerns. */
import { ClientError } from '../../../../src/client/client-error.ts'
import { t } from '../../../catalogue/texts.ts'

export interface PasswordProblem {
  at: 'current' | 'password' | 'form'
  text: string
}

export function passwordProblem(error: unknown): PasswordProblem {
  if (!(error instanceof ClientError)) return { at: 'form', text: String(error) }
  const { code, message, details } = error
  if (code === 'weak_password') return { at: 'password', text: t('security.weak') }
  if (code === 'rate_limited')
    return { at: 'current', text: t('security.too_many', { count: Math.ceil(Number(details.retry_after_s ?? 1)) }) }
  if (code === 'forbidden' && String(details.missing).includes('current'))
    return { at: 'current', text: t('security.wrong_current') }
  return { at: 'form', text: message }
}
