/** Implements POST /api/ui/themes. */
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import { readTheme } from '../domain/theme/read-theme.ts'
import type { Action } from './action.ts'
import { detailsOf } from './theme-details.ts'

/** Fonts and pictures are not imported, since they would be files beside the imported one. */
export const importTheme: Action<'import_theme'> = ({ fonts, background, ...file }, services, { caller }) => {
  const { theme, problem } = readTheme(file)
  if (theme === undefined) throw new ServiceError('invalid_request', problem, { in: 'body', reason: problem })
  const notes = fonts === undefined && background === undefined ? [] : ['Fonts and pictures come with packages alone.']
  services.themes.put(theme)
  services.audit.append({ action: 'theme_added', principal: principalOf(caller), target: theme.name, result: 'ok' })
  return { theme: detailsOf(theme, services.settings.current().themes), notes }
}
