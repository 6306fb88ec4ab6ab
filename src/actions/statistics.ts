/** Implements GET /api/ui/stats. */
import { isSwitchedOn } from '../domain/plugin-configuration.ts'
import type { Action } from './action.ts'
import { noRelayStatistics, relayStatistics } from './relay-statistics.ts'

/** The plugin that enables the statistics. */
const plugin = 'stats'

export const statistics: Action<'statistics'> = async ({ range = 'all' }, services) => {
  const { settings, search, messages } = services
  if (!isSwitchedOn(settings.current().integrations, plugin)) return { enabled: false, ...nothing }
  // The thread that counts cannot report why chat.db is unreadable; this read throws the error that names the reason.
  messages.newestRowid()
  return { enabled: true, ...(await search.statistics(range)), relay: relayStatistics(range, services) }
}

const nothing = {
  sent_total: 0,
  received_total: 0,
  top_contacts: [],
  by_hour: Array<number>(24).fill(0),
  by_day: Array<number>(7).fill(0),
  relay: noRelayStatistics,
}
