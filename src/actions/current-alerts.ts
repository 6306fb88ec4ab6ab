/** Builds the alerts of the moment from what the bridge has written down: of itself, and of its plugins. */
import type { Alert } from '../contract/alert.ts'
import { presentAlerts } from '../domain/alerts/present.ts'
import type { RaisedAlert } from '../domain/alerts/raised.ts'
import { isSwitchedOn } from '../domain/plugin-configuration.ts'
import type { Services } from './services.ts'

export type AlertSources = Pick<Services, 'journal' | 'settings' | 'bridge' | 'nowMs'> & {
  compat: Pick<Services['compat'], 'webhooks'>
}

export function currentAlerts(
  { journal, settings, bridge, compat, nowMs }: AlertSources,
  { raised, isBridgeAlive }: { raised: readonly RaisedAlert[]; isBridgeAlive: boolean },
): Alert[] {
  const { integrations } = settings.current()
  const isAboutPlugin = raised.some(({ plugin }) => plugin !== null)
  const counts = isAboutPlugin ? journal.counts() : undefined
  const rows = isAboutPlugin ? journal.integrations() : []
  return presentAlerts({
    raised,
    lastHeartbeatS: bridge.lastHeartbeatS(),
    isBridgeAlive,
    nowMs: nowMs(),
    webhooks: raised.some(({ webhook }) => webhook !== null) ? compat.webhooks() : [],
    plugins: rows.map(({ name, manifest }) => ({
      name,
      enabled: isSwitchedOn(integrations, name),
      queued: counts?.get(name)?.pending ?? 0,
      manifest,
    })),
  })
}
