/** Logs when the settings name a theme that does not exist, which can happen when the file is edited by hand. */

import type { Services } from '../actions/services.ts'
import { allThemes } from '../actions/theme-look.ts'
import { missingThemes } from '../domain/theme/choice.ts'
import type { Settings } from '../store/settings.ts'

export function reportMissingThemes(
  settings: Pick<Settings, 'onChange'>,
  { themes, log }: Pick<Services, 'themes' | 'log'>,
): void {
  let told = ''
  settings.onChange(({ themes: chosen }) => {
    const places = missingThemes(chosen, allThemes({ themes })).map((key) => `themes.${key}`)
    const missing = places.join(', ')
    if (missing !== '' && missing !== told)
      log.warn(`${missing}: there is no such theme; the page looks as with "system"`)
    told = missing
  })
}
