/** Implements GET /api/v1/plugins. */
import type { Action } from './action.ts'
import { pluginRecords } from './plugin-records.ts'

export const listPlugins: Action<'list_plugins'> = (_input, services) => pluginRecords(services)
