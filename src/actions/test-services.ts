/** Opens services for tests over real files and a few conversations; a test gives only what matters to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Conversation } from '../contract/conversation.ts'
import type { PassingEvent } from '../contract/events.ts'
import type { ConversationKey } from '../contract/ids.ts'
import type { Logger } from '../contract/log-entry.ts'
import { sameHandle } from '../domain/handles.ts'
import { noPersons } from '../mac/persons.ts'
import { openArchiveAndStars } from '../store/archive-and-stars.ts'
import { openAuditLog } from '../store/audit-log.ts'
import { bridgeSigns } from '../store/bridge-signs.ts'
import { saveConfig } from '../store/config-file.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { freeBytes, logBytes } from '../store/disk-room.ts'
import { handleAliases } from '../store/handle-aliases.ts'
import { installKey } from '../store/install-key.ts'
import { deadLetterChanges } from '../store/journal/dead-letters.ts'
import { deliveryChanges } from '../store/journal/delivery-changes.ts'
import { journalIntegrations } from '../store/journal/integrations.ts'
import { openJournal } from '../store/journal/open.ts'
import { readJournal } from '../store/journal/reader.ts'
import { keptSeparate } from '../store/kept-separate.ts'
import { openKeyActivity } from '../store/key-activity.ts'
import { pausedPlugins } from '../store/paused-plugins.ts'
import { pluginConsents } from '../store/plugin-consents.ts'
import { knownConversations } from '../store/plugin-pages/known-conversations.ts'
import { pageFolders } from '../store/plugin-pages/page-files.ts'
import { pageStorage } from '../store/plugin-pages/page-storage.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import { openSettings } from '../store/settings.ts'
import { setupNote } from '../store/setup-note.ts'
import { testFolders } from '../store/test-folder.ts'
import { themeFolder } from '../store/theme-folder.ts'
import type { ActionRequest } from './action.ts'
import { callLimits } from './plugin-page/call-limits.ts'
import { ruleRuns } from './rule-runs.ts'
import type { HistoryService, Services } from './services.ts'
import { testSending } from './test-sending.ts'

export const nowMs = Date.UTC(2026, 5, 1)

/** Takes vitest's `onTestFinished`. */
export const testServices = (onTestFinished: (cleanUp: () => void) => void) => {
  const folderOfTest = testFolders(onTestFinished)
  return (given: Partial<Services> = {}, config: object = {}) => {
    const dir = serviceDir(join(folderOfTest(), '.service'))
    prepareServiceDir(dir)
    saveConfig(dir.configFile, config)
    const said: string[] = []
    const announced: PassingEvent[] = []
    const log: Logger = { debug() {}, info() {}, warn: (msg) => void said.push(msg), error() {}, as: () => log }
    const settings = openSettings(dir, loadConfig(dir), log)
    const journal = readJournal(dir.journalFile)
    const { db } = openJournal(dir.journalFile)
    const archiveAndStars = openArchiveAndStars({ path: dir.archiveAndStarsFile })
    const keyActivity = openKeyActivity({ path: dir.keyActivityFile, nowMs: () => nowMs, keys: () => [] })
    onTestFinished(() => {
      settings.close()
      journal.close()
      archiveAndStars.close()
      keyActivity.close()
      db.close()
    })
    const ours = {
      nowMs: () => nowMs,
      log,
      base: dir.base,
      settings,
      webAtStart: settings.current().web,
      journal,
      consents: pluginConsents(dir.consentsDir),
      pausedPlugins: pausedPlugins(dir.pausedDir),
      pluginPages: {
        files: pageFolders(),
        storage: pageStorage(dir.pagesDir),
        conversations: knownConversations(installKey(dir.installKeyFile)),
        limits: callLimits(() => nowMs),
      },
      deadLetters: deadLetterChanges(dir.journalFile, () => nowMs),
      deliveryChanges: deliveryChanges(dir.journalFile, () => nowMs),
      bridge: bridgeSigns({ dir, journal, mirrorFile: () => settings.current().relay.mirror_file }),
      audit: openAuditLog({ path: dir.auditFile }),
      history: historyOf([]),
      persons: noPersons,
      aliases: handleAliases(new Uint8Array(32)),
      meant: (written: string) => written,
      keptSeparate: keptSeparate(dir.keptSeparateFile),
      archiveAndStars,
      keyActivity,
      announce: (event) => void announced.push(event),
      themes: themeFolder(dir.themesDir, log),
      sending: testSending().sending,
      window: noWindow,
      helper: noHelper,
      mac: macWithout,
      setup: setupNote(dir.setupFile),
      ruleRuns: ruleRuns(() => nowMs),
      beats: { ages: () => [] },
      alerts: { current: () => [] },
      compat: { blueBubbles: () => undefined, webhooks: () => [] },
      room: { freeBytes: () => freeBytes(dir.base), logBytes: () => logBytes(dir.logFile) },
      logFile: { last: async () => [] },
      startedMs: nowMs,
    } satisfies Partial<Services>
    return {
      dir,
      said,
      announced,
      services: { ...ours, ...given } as Partial<Services> as Services,
      bridgeNotes: journalIntegrations(db),
      journalDb: db,
      audited: () =>
        readFileSync(dir.auditFile, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    }
  }
}

/** A Mac on which everything is granted and nothing opens a window. */
export const macWithout: Services['mac'] = {
  timeZone: () => 'Europe/Berlin',
  macos: async () => '15.7.3',
  automation: { ask: async () => 'granted' },
  agents: { stateOf: async () => ({ is: 'running', pid: 1 }), restart: async () => undefined },
  identity: { program: process.execPath, requirement: undefined, state: async () => 'maker' },
  desk: {
    openPane: async () => undefined,
    reveal: async () => undefined,
    openMessages: async () => undefined,
  },
}

const noWindow: Services['window'] = {
  trouble: async () => 'The window of Messages is not operated here.',
  tapback: () => Promise.reject(new Error('no window')),
  edit: () => Promise.reject(new Error('no window')),
  unsend: () => Promise.reject(new Error('no window')),
}

const noHelper: Services['helper'] = {
  ...noWindow,
  isOn: () => false,
  sendsReadReceipts: () => false,
  report: async () => null,
  setTyping: () => Promise.reject(new Error('no helper')),
  markRead: () => Promise.reject(new Error('no helper')),
}

export const request: ActionRequest = {
  caller: { via: 'key', id: '0a1b2c3d', scopes: ['read', 'write', 'admin'], grant: null },
  headers: {},
  isHere: true,
}

export const conversationOf = (guid: string, changes: Partial<Conversation> = {}): Conversation => ({
  guid,
  chat_rowid: 1,
  handle: guid.split(';').at(-1) ?? guid,
  addresses: guid.includes(';+;') ? [] : [guid.split(';').at(-1) ?? guid],
  kept_separate: false,
  display_name: guid,
  last_message: 'hello',
  last_message_ts: '2026-01-01T00:00:00.000Z',
  unread_count: 0,
  is_group: guid.includes(';+;'),
  category: 'known',
  service: 'iMessage',
  participants: [],
  last_message_rowid: 1,
  last_message_is_from_me: false,
  last_message_sender: null,
  muted: false,
  archived: false,
  ...changes,
})

export function historyOf(
  conversations: readonly Conversation[],
  changes: Partial<HistoryService> = {},
): HistoryService {
  const conversation = (guid: string) => conversations.find((each) => each.guid === guid)
  return {
    conversations: ({ limit, offset }) => conversations.slice(offset, offset + limit),
    conversation,
    conversationsWith: (address) => conversations.filter((each) => !each.is_group && sameHandle(each.handle, address)),
    conversationKey: (guid) => conversation(guid)?.guid as ConversationKey | undefined,
    conversationKeys: (guid) =>
      [conversation(guid)?.guid as ConversationKey | undefined].filter((key) => key !== undefined),
    chatGuid: (guid) => conversation(guid)?.guid,
    messages: (guid) => (conversation(guid) ? [] : undefined),
    gallery: (guid) => (conversation(guid) ? { items: [], next: undefined } : undefined),
    tally: (guid) => (conversation(guid) ? { sent: 0, received: 0, next: undefined } : undefined),
    placed: () => [],
    allMessages: ({ after = 0 }) => ({ placed: [], fromRowid: after + 1, toRowid: after, hasMore: false }),
    rowidsOf: () => new Map(),
    storedRows: ({ conversation: asked }) =>
      asked !== undefined && conversation(asked) === undefined ? undefined : { rows: [], more: false, newest_rowid: 0 },
    countStoredRows: ({ conversation: asked }) =>
      asked !== undefined && conversation(asked) === undefined ? undefined : 0,
    storedHandles: () => [],
    storedTotals: () => ({
      messages: 0,
      conversations: 0,
      handles: 0,
      attachments: 0,
      images: 0,
      videos: 0,
      locations: 0,
    }),
    newestRow: () => undefined,
    incoming: () => [],
    within: () => {
      throw new Error('There are no views here.')
    },
    ...changes,
  }
}
