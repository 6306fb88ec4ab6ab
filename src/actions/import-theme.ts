/** Implements POST /api/ui/themes. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import { importTheme as fromFile } from '../domain/theme/import/import-theme.ts'
import type { Action } from './action.ts'
import { detailsOf } from './theme-details.ts'

export const importTheme: Action<'import_theme'> = (file, services, { caller }) => {
  const imported = fromFile(file)
  if (imported.theme === undefined)
    throw new ServiceError('invalid_request', imported.problem, { in: 'body', reason: imported.problem })
  const { theme, notes } = imported
  services.themes.put(theme)
  services.audit.append({ action: 'theme_added', principal: principalOf(caller), target: theme.name, result: 'ok' })
  return { theme: detailsOf(theme, services.settings.current().themes), notes }
}
