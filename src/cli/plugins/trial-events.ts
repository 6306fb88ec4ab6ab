/**
 * Reports what happens to a plugin during a trial: what it was handed, logged and sent, in the order in which it
 * becomes known.
 */
import type { MessageEvent } from '../../contract/events.ts'
import type { ConversationId, DeliveryId } from '../../contract/ids.ts'
import type { LogLevel } from '../../contract/log-entry.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { bounded, toMessage } from '../../domain/redaction.ts'
import { readContacts } from '../../mac/contacts.ts'
import { openHistory } from '../../mac/history/open-history.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import type { Manifest } from '../../plugins/plugin-contract.ts'
import { type EventsReader, readEvents } from '../../store/journal/events-reader.ts'
import { type DeliveryState, readRelayed } from '../../store/journal/relayed.ts'
import { tailLog } from '../../store/log-tail.ts'
import type { ServiceDir } from '../../store/service-dir.ts'

export type TrialEvent =
  | { type: 'handed'; sender: string; text: string | null; files: string[]; state: DeliveryState }
  | { type: 'sent'; text: string | null; state: string; error_code: string | null }
  | { type: 'log'; level: LogLevel; msg: string }

interface Trial {
  home: string
  dir: ServiceDir
  plugin: Pick<Manifest, 'name' | 'tier'>
}

export interface TrialEvents {
  /** Reports new events. */
  poll(): void
  stop(): void
}

const most = 500

export function followTrial({ home, dir, plugin }: Trial, report: (event: TrialEvent) => void): TrialEvents {
  const relayed = readRelayed(dir.journalFile)
  const events = readEvents(dir.journalFile)
  const ending = new AbortController()
  const sentTexts = textsOf(home)
  let [position, seen] = [0, events.newest()]
  const reportedSends = new Set<string>()

  const reportHanded = () => {
    for (const { position: at, message, deliveries } of relayed.after(position, most)) {
      const state = deliveries.find(({ integration }) => integration === plugin.name)?.state
      if (state === 'pending') return
      position = at
      if (state !== undefined) report({ type: 'handed', ...asHanded(message, plugin.tier), state })
    }
  }
  const reportSent = () => {
    for (const event of newEvents(events, seen)) {
      seen = event.id
      if (event.type !== 'send_updated' || reportedSends.has(event.sendId)) continue
      if (event.rowid === null && event.error_code === null) continue
      reportedSends.add(event.sendId)
      const text = event.rowid === null || event.chat_guid === null ? null : sentTexts.of(event.chat_guid, event.rowid)
      report({ type: 'sent', text, state: event.state, error_code: event.error_code })
    }
  }
  void reportLog(dir.logFile, plugin.name, ending.signal, report)

  return {
    poll() {
      reportHanded()
      reportSent()
    },
    stop() {
      ending.abort()
      for (const each of [relayed, events, sentTexts]) each.close()
    },
  }
}

/** Returns the message as a plugin of this tier receives it; the ids are the plugin's own. */
function asHanded(message: RelayMessage, tier: Manifest['tier']) {
  const ids = { deliveryId: '' as DeliveryId, conversationId: '' as ConversationId, personId: '', attempt: 1 }
  const { sender, text, attachments } = toMessage({ message: bounded(message), ...ids })
  if (tier === 'notify') return { sender: sender.trim(), text: null, files: [] }
  return { sender: sender.trim(), text, files: attachments.map(({ name }) => name) }
}

function newEvents(events: EventsReader, after: number) {
  return events.after(after, most).map(({ id, payload }) => {
    const event = JSON.parse(payload) as MessageEvent
    return { ...event, id, sendId: 'id' in event ? event.id : '' }
  })
}

async function reportLog(file: string, plugin: string, signal: AbortSignal, report: (event: TrialEvent) => void) {
  for await (const { source, level, msg } of tailLog(file, { backlog: most, signal }))
    if (source === plugin) report({ type: 'log', level, msg })
}

/** Reads the texts that Messages shows for ROWIDs. */
function textsOf(home: string) {
  const contacts = readContacts(messagesPaths(home).addressBook)
  const history = openHistory({ home, contacts, readMarks: () => [], selfHandles: () => [], nowMs: Date.now })
  return {
    of: (guid: string, rowid: number): string | null =>
      history.messages(guid, { limit: 1, before_rowid: rowid + 1 })?.find((one) => one.rowid === rowid)?.text ?? null,
    close() {
      history.close()
      contacts.close()
    },
  }
}
