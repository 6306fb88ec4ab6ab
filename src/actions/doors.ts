/** What actions reach the world through. The rooms below fulfil these; the web process puts them together. */
import type { Config } from '../contract/config.ts'
import type { LogEntry, Logger, LogLevel } from '../contract/log-entry.ts'
import type { ThemePackage } from '../contract/theme.ts'
import type { StoredAttachment } from '../mac/attachments.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { Converter } from '../mac/convert.ts'
import type { Features } from '../mac/features.ts'
import type { History } from '../mac/history/history.ts'
import type { Programs } from '../mac/programs.ts'
import type { MessagesWindow } from '../mac/window/messages-window.ts'
import type { Search } from '../search/open-search.ts'
import type { Sending } from '../sending/sending.ts'
import type { ApiKeysUse } from '../store/api-keys-use.ts'
import type { AuditLog } from '../store/audit-log.ts'
import type { BridgeStatus } from '../store/bridge-status.ts'
import type { DeadLetterChanges } from '../store/journal/dead-letter-changes.ts'
import type { JournalReader } from '../store/journal/reader.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import type { ReadState } from '../store/read-state.ts'
import type { BrowserSession } from '../store/sessions.ts'

/** Messages as people see it. Everything throws `messages_…` errors while chat.db cannot be read. */
export type HistoryDoor = Omit<History, 'close'>

export type SearchDoor = Pick<Search, 'search' | 'status' | 'statistics'>

export interface SettingsDoor {
  current(): Config
  /**
   * RFC 7396, on the whole config. Two changes at once never lose one. Throws `invalid_request` where the patch is wrong,
   * `config_invalid` while the file itself is, and `conflict`.
   */
  change(patch: (current: Config) => unknown): Config
}

/** What the bridge wrote down: its plugins, deliveries and rules. Empty while no bridge has ever run. */
export type JournalDoor = Omit<JournalReader, 'close'>

/** What the bridge leaves behind of itself. */
export interface BridgeDoor {
  /** Unix seconds of its last poll. */
  lastBeatS(): number | undefined
  status(): BridgeStatus | undefined
  /** When the newest relayed message was sent, Unix milliseconds. */
  lastMessageMs(): number | undefined
}

/** What chat.db itself tells, beside the history; throws `messages_…` errors. */
export interface MessagesDoor {
  features(): Features
  attachment(id: string): StoredAttachment | undefined
}

export interface LogDoor {
  /** The newest that fit, oldest first. */
  last(asked: { limit: number; level?: LogLevel; source?: string }): Promise<LogEntry[]>
}

export interface ThemesDoor {
  /** Those that can be used, by name. */
  packages(): ThemePackage[]
}

/** Browsers that are signed in; those whose time or password is over are none. */
export interface SessionsDoor {
  /** Last seen first. */
  list(): BrowserSession[]
  /** False when there is none of that id. */
  end(id: string): boolean
}

export type SendingDoor = Omit<Sending, 'stop'>

export interface Doors {
  nowMs(): number
  log: Logger
  /** The base directory, `~/.service`. */
  base: string
  home: string
  history: HistoryDoor
  search: SearchDoor
  sending: SendingDoor
  window: MessagesWindow
  settings: SettingsDoor
  /** What `web` said when this process began to listen. */
  webAtStart: Config['web']
  journal: JournalDoor
  deadLetters: DeadLetterChanges
  consents: Pick<PluginConsents, 'put'>
  bridge: BridgeDoor
  messages: MessagesDoor
  contacts: Pick<Contacts, 'nameOf' | 'hasPhoto' | 'photoOf' | 'all' | 'problems'>
  readState: Pick<ReadState, 'markRead'>
  logFile: LogDoor
  themes: ThemesDoor
  /** Those of macOS that are there. */
  programs: Programs
  converter: Pick<Converter, 'convert'>
  audit: AuditLog
  sessions: SessionsDoor
  apiKeysUse: Pick<ApiKeysUse, 'lastUsedOn'>
}
