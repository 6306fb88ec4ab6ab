/** Implements DELETE /api/ui/themes/{name}. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const removeTheme: Action<'remove_theme'> = ({ name }, { themes, audit }, { caller }) => {
  if (!themes.remove(name)) throw new ServiceError('not_found', 'No theme of that name was put there.')
  audit.append({ action: 'theme_removed', principal: principalOf(caller), target: name, result: 'ok' })
  return undefined
}
