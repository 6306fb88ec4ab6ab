/** Implements GET /api/v1/settings. */
import type { Action } from './action.ts'
import { settingsSchemas, settingsView } from './settings-view.ts'

export const getSettings: Action<'get_settings'> = (_input, { settings, journal }) =>
  settingsView(settings.current(), settingsSchemas(journal))
