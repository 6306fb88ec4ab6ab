/** Registers commands that lead to parts of pages, loaded later because they need the list of sections. */
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { t } from '../catalogue/texts.ts'
import { useCommands } from '../keyboard/commands.ts'
import { sections } from '../pages/settings/sections.ts'
import { paths } from '../routes.ts'
import { ThemeCommands } from '../theme/ThemeCommands.tsx'

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
