/** Describes a hub to the listener for BlueBubbles clients as the host that it runs on. */
import type { Host } from '../../compat/bluebubbles/host.ts'
import { FeedReader } from './feed-reader.ts'
import { HubHistory, type HubHistoryDeps } from './hub-history.ts'
import type { HubStreams } from './hub-streams.ts'

const mostPeople = 5_000

export function hostOfHub(deps: HubHistoryDeps, streams: Pick<HubStreams, 'follow'>): Host {
  const listeners = new Set<() => void>()
  return {
    events: (position) =>
      new FeedReader(streams, deps.sql, position, () => {
        for (const stir of listeners) stir()
      }),
    watch(onStir) {
      listeners.add(onStir)
      return { arm: () => undefined, close: () => void listeners.delete(onStir) }
    },
    async findFile(guid, { caller }) {
      const found = await new HubHistory(deps, caller).file(guid)
      // Files stay on the Macs.
      return found && { ...found, path: () => undefined }
    },
    async people({ caller }) {
      const contacts = await new HubHistory(deps, caller).contacts('', mostPeople)
      return [...Map.groupBy(contacts, ({ name }) => name)].map(([name, all]) => ({
        key: name,
        name,
        handles: all.map(({ handle }) => handle),
        picture: () => undefined,
      }))
    },
    // Each Mac decides for itself what it allows.
    mayChange: async () => true,
    ownAddresses: () => [],
  }
}
