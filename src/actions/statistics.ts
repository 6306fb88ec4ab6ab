/** Implements GET /api/ui/stats. */
import type { Action } from './action.ts'

/** The plugin that enables the statistics. */
const plugin = 'stats'

export const statistics: Action<'statistics'> = async ({ range = 'all' }, { settings, search }) =>
  settings.current().integrations[plugin]?.enabled === true
    ? { enabled: true, ...(await search.statistics(range)) }
    : { enabled: false, ...nothing }

const nothing = {
  sent_total: 0,
  received_total: 0,
  top_contacts: [],
  by_hour: Array<number>(24).fill(0),
  by_day: Array<number>(7).fill(0),
}
