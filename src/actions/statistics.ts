/** Implements GET /api/ui/stats. */
import type { Statistics } from '../contract/statistics.ts'
import { isSwitchedOn } from '../domain/plugin-configuration.ts'
import type { Action } from './action.ts'
import { noRelayStatistics, relayStatistics } from './relay-statistics.ts'
import type { Services } from './services.ts'

/** The plugin that enables the statistics. */
const plugin = 'stats'

export const statistics: Action<'statistics'> = async ({ range = 'all' }, services) => {
  const { search, messages } = services
  if (!isCounting(services)) return noStatistics
  // The thread that counts cannot report why chat.db is unreadable; this read throws the error that names the reason.
  messages.newestRowid()
  return { enabled: true, ...(await search.statistics(range)), relay: relayStatistics(range, services) }
}

export const isCounting = ({ settings }: Pick<Services, 'settings'>): boolean =>
  isSwitchedOn(settings.current().integrations, plugin)

export const noStatistics: Statistics = {
  enabled: false,
  sent_total: 0,
  received_total: 0,
  top_contacts: [],
  by_hour: Array<number>(24).fill(0),
  by_day: Array<number>(7).fill(0),
  relay: noRelayStatistics,
}
