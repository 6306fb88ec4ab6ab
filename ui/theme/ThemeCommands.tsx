/** Commands that choose or reset the theme. */
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { t } from '../catalogue/texts.ts'
import { useCommands } from '../keyboard/commands.ts'
import { paths } from '../routes.ts'
import { useThemeReset } from './use-theme-reset.ts'

export function ThemeCommands() {
  const [, navigate] = useLocation()
  const reset = useThemeReset()
  const commands = useMemo(() => {
    const group = t('appearance.title')
    return [
      { id: 'theme.choose', title: t('appearance.choose'), group, run: () => navigate(paths.settings('appearance')) },
      { id: 'theme.reset', title: t('appearance.reset'), group, run: reset },
    ]
  }, [navigate, reset])
  useCommands(commands)
  return null
}
