/** Implements GET /api/ui/settings-schema. */
import { Settings } from '../contract/settings.ts'
import type { Action } from './action.ts'

/** Serialising removes the symbols that exist only for TypeScript. */
const schema = JSON.parse(JSON.stringify(Settings)) as Record<string, unknown>

export const settingsSchema: Action<'settings_schema'> = () => schema
