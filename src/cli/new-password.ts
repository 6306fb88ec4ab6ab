/** Asks for a new password at the terminal, and sets or removes the one of the page and the API. */
import { weaknessOf } from '../domain/access/password-strength.ts'
import { ServiceError } from '../domain/service-error.ts'
import { openAuditLog } from '../store/audit-log.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { hashPassword } from '../web/auth/password-hash.ts'
import { ask, type Terminal } from './ask.ts'
import { changeConfig } from './change-config.ts'

/** Throws `weak_password`, and `invalid_request` where the two answers differ or nobody can be asked. */
export async function askNewPassword(terminal?: Terminal): Promise<string> {
  const instead = 'give it on standard input with --stdin'
  const password = await ask({ question: 'New password: ', hidden: true }, instead, terminal)
  requireStrong(password)
  const again = await ask({ question: 'Once more: ', hidden: true }, instead, terminal)
  if (again !== password) throw new ServiceError('invalid_request', 'The two are not the same, so nothing was changed.')
  return password
}

export function requireStrong(password: string): void {
  const weakness = weaknessOf(password)
  if (weakness !== undefined) throw new ServiceError('weak_password', weakness)
}

/** Null removes the password. */
export async function setPassword(dir: ServiceDir, password: string | null): Promise<void> {
  const hash = password === null ? null : await hashPassword(password)
  changeConfig(dir, () => ({ auth: { password_hash: hash } }))
  openAuditLog({ path: dir.auditFile }).append({
    action: hash === null ? 'password_removed' : 'password_set',
    principal: 'command',
    result: 'ok',
  })
}
