/** GET /api/ui/themes/{name} */
import { builtInThemes } from '../contract/theme.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

export const themeDetails: Action<'theme_details'> = ({ name }, { themes }) => {
  if (builtInThemes.some((builtIn) => builtIn === name))
    return { name, title: titleOf(name), origin: 'built_in', author: null, modes: {} }
  const found = themes.packages().find((theme) => theme.name === name)
  if (found === undefined) throw new ServiceError('not_found', 'No theme has that name.')
  const { title, author = null, modes } = found
  return { name, title, origin: 'package', author, modes: { ...modes } }
}

/** `high-contrast-dark` is shown as `High contrast dark`. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
