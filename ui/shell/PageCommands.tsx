/** Registers commands that lead to parts of pages, and watches what is scheduled; loaded later, since it needs the texts of pages. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { t } from '../catalogue/texts.ts'
import { useCommands } from '../keyboard/commands.ts'
import { sections } from '../pages/settings/sections.ts'
import { ArchiveCommand } from '../parts/conversation-list/ArchiveCommand.tsx'
import { HeldWatch } from '../parts/held/HeldWatch.tsx'
import { ScheduledWatch } from '../parts/scheduled/ScheduledWatch.tsx'
import { paths } from '../routes.ts'
import { resetTheme } from '../theme/reset-theme.ts'

export function PageCommands() {
  const [, navigate] = useLocation()
  const commands = useMemo(
    () =>
      sections.map(({ name, title }) => ({
        id: `go.settings.${name}`,
        title: `${t('shell.settings')}: ${t(title)}`,
        group: t('palette.go'),
        run: () => navigate(paths.settings(name)),
      })),
    [navigate],
  )
  useCommands(commands)
  return (
    <>
      <ThemeCommands />
      <ArchiveCommand />
      <ScheduledWatch />
      <HeldWatch />
    </>
  )
}

/** Commands that choose or reset the theme. */
function ThemeCommands() {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const commands = useMemo(() => {
    const group = t('appearance.title')
    return [
      { id: 'theme.choose', title: t('appearance.choose'), group, run: () => navigate(paths.settings('appearance')) },
      { id: 'theme.reset', title: t('appearance.reset'), group, run: () => void resetTheme(queries) },
    ]
  }, [navigate, queries])
  useCommands(commands)
  return null
}
