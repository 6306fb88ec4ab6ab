/** Writes into the journal that messages were relayed to a plugin whose receiver quoted them, as some do when they refuse. */
import type { ChatGuid, ConversationKey, Handle, MessageGuid } from '../../src/contract/ids.ts'
import { identifierIn } from '../../src/domain/history/chat-guid.ts'
import { deliveryIdOf, journalDeliveries } from '../../src/store/journal/deliveries.ts'
import { journalIntegrations } from '../../src/store/journal/integrations.ts'
import { openJournal } from '../../src/store/journal/open.ts'
import {
  ingestInto,
  installKeyOfTests,
  messageOf,
  pageOf,
  relayed,
  toIntegrations,
} from '../../src/store/journal/test-journal.ts'
import { dirOf } from './bridge-process.ts'
import type { Told } from './granted-world.ts'

const integration = 'webhook'

export function relayedBefore(home: string, told: readonly Told[]): void {
  const { db } = openJournal(dirOf(home).journalFile)
  try {
    journalIntegrations(db).put(
      { name: integration, tier: 'official', status: 'running', lastError: null, manifest: {} },
      Date.now(),
    )
    const [ingest, deliveries] = [ingestInto(db), journalDeliveries(db, installKeyOfTests)]
    for (const { rowid, guid: written, chat, mark, code, atMs } of told) {
      const [guid, address] = [written as MessageGuid, identifierIn(chat) ?? '']
      const isGroup = chat.includes(';+;')
      const conversation = `${isGroup ? 'group' : 'dm'}:${address}` as ConversationKey
      const message = messageOf(rowid, {
        guid,
        conversation,
        isGroup,
        handle: address as Handle,
        chatGuid: chat as ChatGuid,
        sentAtMs: atMs,
        text: `hello ${mark}`,
      })
      const row = relayed(rowid, { guid, conversation, message, sentAtMs: atMs, events: [] })
      ingest.commit(pageOf([row], { nowMs: atMs }), toIntegrations(integration))
      const id = deliveryIdOf(installKeyOfTests, { integration, guid })
      const error = `The receiver said: no "${mark}" for ${address}, code ${code}`
      deliveries.settle([{ integration, id, outcome: 'dead', attempts: 1, crashes: 0, error }], atMs + 40)
    }
  } finally {
    db.close()
  }
}
