/**
 * Declares the services through which actions reach the world. The rooms below implement them; the web process
 * assembles them.
 */
import type { Alert } from '../contract/alert.ts'
import type { CompatWebhook } from '../contract/compat.ts'
import type { Config } from '../contract/config.ts'
import type { PassingEvent } from '../contract/events.ts'
import type { LogEntry, Logger, LogLevel } from '../contract/log-entry.ts'
import type { Tier } from '../contract/plugin.ts'
import type { StoredAttachment } from '../mac/attachments.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { Converter } from '../mac/convert.ts'
import type { Features } from '../mac/features.ts'
import type { History } from '../mac/history/history.ts'
import type { LaunchAgents } from '../mac/launch-agents.ts'
import type { CurrentPersons } from '../mac/persons.ts'
import type { ProgramIdentity } from '../mac/program-identity.ts'
import type { Programs } from '../mac/programs.ts'
import type { Desk } from '../mac/settings-panes.ts'
import type { MessagesWindow } from '../messages-window/messages-window.ts'
import type { PrivateHelper } from '../private-helper/private-helper.ts'
import type { Push } from '../push/open-push.ts'
import type { Search } from '../search/open-search.ts'
import type { AutomationProbe } from '../sending/messages/automation.ts'
import type { Sending } from '../sending/sending.ts'
import type { ApiKeysUse } from '../store/api-keys-use.ts'
import type { ArchiveAndStars } from '../store/archive-and-stars.ts'
import type { AuditLog } from '../store/audit-log.ts'
import type { ListenerNote } from '../store/bluebubbles-listener.ts'
import type { BridgeStatus } from '../store/bridge-status.ts'
import type { HandleAliases } from '../store/handle-aliases.ts'
import type { HeartbeatHistory } from '../store/heartbeat-history.ts'
import type { DeadLetterChanges } from '../store/journal/dead-letters.ts'
import type { DeliveryChanges } from '../store/journal/delivery-changes.ts'
import type { JournalReader } from '../store/journal/reader.ts'
import type { KeptSeparate } from '../store/kept-separate.ts'
import type { KeyActivityStore } from '../store/key-activity.ts'
import type { PausedPlugins } from '../store/paused-plugins.ts'
import type { PluginConsents } from '../store/plugin-consents.ts'
import type { KnownConversations } from '../store/plugin-pages/known-conversations.ts'
import type { PageFiles } from '../store/plugin-pages/page-files.ts'
import type { PageStorage } from '../store/plugin-pages/page-storage.ts'
import type { ReadState } from '../store/read-state.ts'
import type { RevokedKeys } from '../store/revoked-keys.ts'
import type { BrowserSession } from '../store/sessions.ts'
import type { SetupNote } from '../store/setup-note.ts'
import type { ThemeFolder } from '../store/theme-folder.ts'
import type { CallLimits } from './plugin-page/call-limits.ts'
import type { RuleRuns } from './rule-runs.ts'

/** Messages as people see them. Every method throws `messages_…` errors while chat.db cannot be read. */
export type HistoryService = Omit<History, 'close' | 'rowsOf'>

export type SearchService = Pick<Search, 'search' | 'status' | 'statistics'>

export interface SettingsService {
  current(): Config
  /**
   * Applies a patch by RFC 7396 to the whole config. Concurrent changes are never lost. Throws `invalid_request` where
   * the patch is wrong, `config_invalid` while the file itself is, and `conflict`.
   */
  change(patch: (current: Config) => unknown): Config
}

/** The records of the bridge: plugins, deliveries and rules. Empty while no bridge has ever run. */
export type JournalService = Omit<JournalReader, 'close'>

/** The state that the bridge records about itself. */
export interface BridgeService {
  /** Unix seconds of its last poll. */
  lastHeartbeatS(): number | undefined
  status(): BridgeStatus | undefined
  /** Unix milliseconds when the newest relayed message was sent. */
  lastMessageMs(): number | undefined
}

/** Facts from chat.db outside the history; throws `messages_…` errors. */
export interface MessagesService {
  features(): Features
  /** ROWID of the newest row. */
  newestRowid(): number
  /** The addresses that Messages is signed in with. */
  selfHandles(): readonly string[]
  attachment(id: string): StoredAttachment | undefined
  /** GUID of the message that the attachment with exactly this guid is in. */
  messageOfAttachment(guid: string): string | undefined
}

/**
 * macOS itself: its permissions, the agents that it runs for us, and the windows that it opens for a person at the Mac.
 */
export interface MacService {
  /** The version of macOS; null where this is not a Mac. */
  macos(): Promise<string | null>
  automation: AutomationProbe
  agents: LaunchAgents
  /** The identity of the program of this process. */
  identity: ProgramIdentity
  desk: Desk
  /** Returns the current time zone as an IANA name. */
  timeZone(): string
}

/** The notes of the listener for BlueBubbles' clients. */
export interface CompatService {
  /** Undefined until this process has tried to listen. */
  blueBubbles(): ListenerNote | undefined
  /** Returns all webhooks, including those registered before the listener was turned off. */
  webhooks(): CompatWebhook[]
}

/** The present alerts: whatever keeps messages from being relayed. */
export interface AlertsService {
  /** The gravest first. */
  current(): Alert[]
}

/** Space on the disk that holds our files. */
export interface DiskService {
  freeBytes(): number | null
  logBytes(): number
}

export interface LogService {
  /** The newest entries, up to the limit, oldest first. */
  last(asked: { limit: number; level?: LogLevel; source?: string }): Promise<LogEntry[]>
}

export type ThemesService = ThemeFolder

/** Browser sessions; sessions that have expired or whose password was changed are left out. */
export interface SessionsService {
  /** Last seen first. */
  list(): BrowserSession[]
  /** False when no session has that id. */
  end(id: string): boolean
}

/** Web Push: the browsers that are notified while no page is open. */
export type PushService = Pick<
  Push,
  'publicKey' | 'list' | 'ofEndpoint' | 'add' | 'choose' | 'remove' | 'test' | 'notify'
>

export type SendingService = Omit<Sending, 'stop'>

/** Sending of this Mac, whose ledger answers at once, or of a hub, which waits for PostgreSQL. */
export type AnySending = {
  [K in Exclude<keyof SendingService, 'ledgerId'>]: (
    ...asked: Parameters<SendingService[K]>
  ) => ReturnType<SendingService[K]> | Promise<Awaited<ReturnType<SendingService[K]>>>
} & {
  /** Null on a hub, where each Mac has a ledger of its own. */
  ledgerId(): string | null
}

/** The files, storage, known conversations and rate limits that plugins need on the page. */
export interface PluginPagesService {
  /** Undefined where the folder cannot be read. */
  files(folder: string): PageFiles | undefined
  storage: PageStorage
  conversations: KnownConversations
  limits: CallLimits
}

/** The npm packages of plugins, of which one at a time is installed or removed. */
export interface PackagesService {
  /** `known` are the names of all plugins. Throws `invalid_request`, `plugin_refused` and `conflict`. */
  installNamed(name: string, known: readonly string[]): Promise<PluginPackage>
  installFile(path: string, known: readonly string[]): Promise<PluginPackage>
  /** Undefined for a plugin that was not installed as a package. */
  packageOf(plugin: string): FoundPackage | undefined
  remove(found: FoundPackage): Promise<void>
  removeData(plugin: string): void
}

export interface PluginPackage {
  package: string
  version: string
  plugins: readonly {
    name: string
    display_name: string | null
    tier: Tier
    network: readonly { host: string; port: number; reason: string }[]
  }[]
}

export interface FoundPackage {
  package: string
  version: string
  /** Names of its plugins. */
  plugins: string[]
  /** The file from which it was installed. */
  file: string | undefined
}

/** The lines of a hub. */
export interface LinesService {
  names(): Promise<string[]>
}

export interface Services {
  nowMs(): number
  /** Unix milliseconds when this process started. */
  startedMs: number
  log: Logger
  /** The base directory, `~/.service`. */
  base: string
  home: string
  history: HistoryService
  search: SearchService
  sending: SendingService
  window: MessagesWindow
  helper: PrivateHelper
  mac: MacService
  setup: SetupNote
  settings: SettingsService
  /** Comparisons of rules that are under way. */
  ruleRuns: RuleRuns
  /** The settings below `web` when this process began to listen. */
  webAtStart: Config['web']
  journal: JournalService
  deadLetters: DeadLetterChanges
  deliveryChanges: DeliveryChanges
  consents: Pick<PluginConsents, 'put' | 'remove'>
  pausedPlugins: PausedPlugins
  /** Absent on a Mac by itself. */
  lines?: LinesService
  /** Absent in a process that cannot run npm. */
  packages?: (() => Promise<PackagesService>) | undefined
  pluginPages: PluginPagesService
  bridge: BridgeService
  beats: Pick<HeartbeatHistory, 'ages'>
  alerts: AlertsService
  compat: CompatService
  room: DiskService
  messages: MessagesService
  contacts: Pick<Contacts, 'nameOf' | 'hasPhoto' | 'photoOf' | 'all' | 'problems' | 'refreshIfChanged'>
  /** The ids that stand for addresses where they are hidden from a key. */
  aliases: HandleAliases
  /** Resolves an id that stands for an address in what the caller wrote. */
  meant(written: string): string
  /** Tells which addresses of Contacts are one person. */
  persons: CurrentPersons
  keptSeparate: Pick<KeptSeparate, 'separate' | 'join'>
  readState: Pick<ReadState, 'markRead'>
  archiveAndStars: Omit<ArchiveAndStars, 'archived' | 'starredAmong' | 'close'>
  /** Tells every reader of the event stream. */
  announce(event: PassingEvent): void
  logFile: LogService
  themes: ThemesService
  /** The programs of macOS that are installed. */
  programs: Programs
  converter: Pick<Converter, 'convert'>
  audit: AuditLog
  sessions: SessionsService
  apiKeysUse: Pick<ApiKeysUse, 'last'>
  keyActivity: Omit<KeyActivityStore, 'close'>
  revokedKeys: RevokedKeys
  push: PushService
}

/** Services for the actions of sends, which a Mac and a hub have in common. */
export interface SendingServices extends Omit<Services, 'sending'> {
  sending: AnySending
}
