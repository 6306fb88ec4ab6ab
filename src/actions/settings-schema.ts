/** GET /api/ui/settings-schema */
import { Settings } from '../contract/settings.ts'
import type { Action } from './action.ts'

/** Without what is for TypeScript alone. */
const schema = JSON.parse(JSON.stringify(Settings)) as Record<string, unknown>

export const settingsSchema: Action<'settings_schema'> = () => schema
