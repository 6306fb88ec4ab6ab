/** Resets the appearance to its default, with an undo. */
import type { QueryClient } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { t } from '../catalogue/texts.ts'
import { complain } from '../kit/complain.ts'
import { notify } from '../state/toasts.ts'
import { standardChoice, type ThemeChoice } from './standard-choice.ts'
import { reloadTheme } from './theme-sheet.ts'

export async function resetTheme(queries: QueryClient): Promise<void> {
  const choose = async (themes: ThemeChoice) => {
    await client.change_settings({ themes })
    await Promise.all([reloadTheme(), queries.invalidateQueries()])
  }
  try {
    const { themes: before } = await client.get_settings()
    await choose(standardChoice)
    const undo = { label: t('kit.undo'), run: () => void choose(before).catch(complain) }
    notify(t('appearance.was_reset'), { action: undo })
  } catch (error) {
    complain(error)
  }
}
