/** Ways to and out of themes from the keyboard. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { client, saying } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { useCommands } from '../keyboard/commands.ts'
import { paths } from '../routes.ts'
import { notify } from '../state/toasts.ts'
import { standardChoice } from './standard-choice.ts'
import { reloadTheme } from './theme-sheet.ts'

export function ThemeCommands() {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const commands = useMemo(() => {
    const group = t('appearance.title')
    const reset = async () => {
      await client.change_settings({ themes: standardChoice })
      await Promise.all([reloadTheme(), queries.invalidateQueries()])
    }
    const failed = (error: unknown) => notify(saying(error), { kind: 'problem' })
    return [
      { id: 'theme.choose', title: t('appearance.choose'), group, run: () => navigate(paths.settings('appearance')) },
      { id: 'theme.reset', title: t('appearance.reset'), group, run: () => void reset().catch(failed) },
    ]
  }, [navigate, queries])
  useCommands(commands)
  return null
}
