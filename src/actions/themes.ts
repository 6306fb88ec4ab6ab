/** GET /api/ui/themes */
import { builtInThemes } from '../contract/theme.ts'
import type { Action } from './action.ts'

export const themes: Action<'themes'> = (_input, doors) => {
  const packages = doors.themes.packages().map(({ name }) => name)
  const { active } = doors.settings.current().themes
  const isThere = [...builtInThemes, ...packages].includes(active)
  // One that was removed must not leave the page without any.
  return { built_in: [...builtInThemes], packages, active: isThere ? active : builtInThemes[0] }
}
