/** Registers commands that lead to parts of pages, loaded later because they need the list of sections. */
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { t } from '../catalogue/texts.ts'
import { useCommands } from '../keyboard/commands.ts'
import { sections } from '../pages/settings/sections.ts'
import { paths } from '../routes.ts'
import { useThemeReset } from '../theme/use-theme-reset.ts'

export default function PageCommands() {
  const [, navigate] = useLocation()
  const commands = useMemo(
    () =>
      sections.map(({ name, title }) => ({
        ...{ id: `go.settings.${name}`, title: `${t('shell.settings')}: ${t(title)}`, group: t('palette.go') },
        run: () => navigate(paths.settings(name)),
      })),
    [navigate],
  )
  useCommands(commands)
  return <ThemeCommands />
}

/** Commands that choose or reset the theme. */
function ThemeCommands() {
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
