/** Implements POST /api/v1/compat/bluebubbles/password. */
import { principalOf } from '../domain/access/principal.ts'
import { type NewPassword, newBlueBubblesKey } from '../store/bluebubbles-key.ts'
import type { Action } from './action.ts'
import { compat } from './compat.ts'

export const newBlueBubblesPassword: Action<'new_bluebubbles_password'> = async (_input, services, request) => {
  const { settings, audit, nowMs } = services
  let made: NewPassword | undefined
  settings.change((config) => {
    made = newBlueBubblesKey(config, { nowMs: nowMs() })
    return made.patch
  })
  if (made === undefined) throw new Error('the settings were changed without a key')
  const principal = principalOf(request.caller)
  const { password, id, replaced } = made as NewPassword
  if (replaced !== undefined) audit.append({ action: 'key_revoked', principal, target: replaced, result: 'ok' })
  audit.append({ action: 'key_added', principal, target: id, result: 'ok' })
  const { bluebubbles } = await compat({}, services, request)
  return { url: bluebubbles.url, password }
}
