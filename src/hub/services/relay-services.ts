/**
 * Provides the services with which the web process of a hub reads and changes what its relay keeps in the same folder,
 * as those of a Mac do.
 */
import { callLimits } from '../../actions/plugin-page/call-limits.ts'
import type { Services } from '../../actions/services.ts'
import type { RaisedAlert } from '../../domain/alerts/raised.ts'
import { bridgeSigns } from '../../store/bridge-signs.ts'
import { installKey } from '../../store/install-key.ts'
import { deadLetterChanges } from '../../store/journal/dead-letters.ts'
import { deliveryChanges } from '../../store/journal/delivery-changes.ts'
import type { JournalReader } from '../../store/journal/reader.ts'
import { pausedPlugins } from '../../store/paused-plugins.ts'
import { pluginConsents } from '../../store/plugin-consents.ts'
import { knownConversations } from '../../store/plugin-pages/known-conversations.ts'
import { pageFolders } from '../../store/plugin-pages/page-files.ts'
import { pageStorage } from '../../store/plugin-pages/page-storage.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { DeliveryFeed } from '../../web/streams/delivery-feed.ts'
import type { HubStreams } from './hub-streams.ts'

interface RelayServicesDeps {
  dir: ServiceDir
  journal: JournalReader
  /** The current value of `relay.mirror_file`. */
  mirrorFile(): string | null
  nowMs(): number
}

type RelayServices = Pick<
  Services,
  'bridge' | 'consents' | 'pausedPlugins' | 'deadLetters' | 'deliveryChanges' | 'pluginPages'
>

export const relayServices = ({ dir, journal, mirrorFile, nowMs }: RelayServicesDeps): RelayServices => ({
  bridge: bridgeSigns({ dir, journal, mirrorFile }),
  consents: pluginConsents(dir.consentsDir),
  pausedPlugins: pausedPlugins(dir.pausedDir),
  deadLetters: deadLetterChanges(dir.journalFile, nowMs),
  deliveryChanges: deliveryChanges(dir.journalFile, nowMs),
  pluginPages: {
    files: pageFolders(),
    storage: pageStorage(dir.pagesDir),
    conversations: knownConversations(installKey(dir.installKeyFile)),
    limits: callLimits(nowMs),
  },
})

/** Whether the relay raises the alert, and not each process that shows it. */
export const isOfRelay = ({ plugin, webhook }: Pick<RaisedAlert, 'plugin' | 'webhook'>): boolean =>
  plugin !== null || webhook !== null

const lookEveryMs = 500

/** Makes clients that follow events read their lists of deliveries anew whenever some were created or have changed. */
export function tellDeliveries(
  streams: Pick<HubStreams, 'announce' | 'hasReaders'>,
  journalFile: string,
): { close(): void } {
  let isChanged = false
  const feed = new DeliveryFeed({
    journalFile,
    // The names are in PostgreSQL, which the list asks.
    shown(deliveries) {
      isChanged = deliveries.length > 0
      return []
    },
  })
  feed.begin()
  const timer = setInterval(() => {
    if (!streams.hasReaders) return
    isChanged = false
    const told = feed.poll(true)
    if (isChanged || told.length > 0) streams.announce({ type: 'deliveries_changed' })
  }, lookEveryMs)
  return {
    close() {
      clearInterval(timer)
      feed.close()
    },
  }
}
