/** Loads the themes with the current appearance settings applied, and reads and changes the choice. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { asking } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { complain } from '../../../kit/complain.ts'
import { standardChoice, type ThemeChoice } from '../../../theme/standard-choice.ts'
import { reloadTheme } from '../../../theme/theme-sheet.ts'

export function useThemes() {
  const names = useQuery(asking('themes'))
  const all = [...(names.data?.built_in ?? []), ...(names.data?.packages ?? [])].filter((name) => name !== 'system')
  const details = useQueries({ queries: all.map((name) => asking('theme_details', { name })) })
  const found = details.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return {
    themes: found,
    isThere: names.data !== undefined && found.length >= names.data.built_in.length - 1,
    error: names.error ?? details.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all([names, ...details].map((query) => query.refetch())),
  }
}

export function useThemeChoice() {
  const queries = useQueryClient()
  const settings = useQuery(asking('get_settings'))
  const change = useMutation({
    mutationFn: (themes: Partial<ThemeChoice>) => client.change_settings({ themes }),
    onSuccess: async () => {
      const stale = ['get_settings', 'themes', 'theme_details'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      )
      await Promise.all([reloadTheme(), ...stale])
    },
    onError: complain,
  })
  // Shows a new choice at once.
  const wished = change.isPending ? change.variables : {}
  const choice: ThemeChoice = { ...standardChoice, ...settings.data?.themes, ...wished }
  const isThere = settings.data !== undefined
  return { choice, isThere, error: isThere ? null : settings.error, choose: change.mutate }
}
