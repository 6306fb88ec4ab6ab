/** What a plugin author sees: the contract of an integration, the messages it is handed and the context it may call. */

export type Tier = 'core' | 'official' | 'notify'

/** JSON Schema of a plugin's settings. */
export type SettingsSchema = Readonly<Record<string, unknown>>

/** What is told of an attachment. */
export interface AttachmentDescription {
  mime: string | null
  name: string
  /** Bytes. */
  size: number
}

export interface InboundAttachment extends AttachmentDescription {
  /** The whole file, up to 64 MB, while this message is being handled. Rejects with a `CallRefused`. */
  data(): Promise<Uint8Array>
  /** The same piece by piece, up to 100 MB, so that a large file need not fit into memory. */
  stream(): AsyncIterable<Uint8Array>
}

/** Who wrote, where and when: what every tier is told. No phone number, no e-mail address, no path, no chat GUID. */
interface Inbound {
  /** The same on every attempt, so that a receiver can drop repeats. */
  delivery_id: string
  /** 1 on the first attempt; only a message whose outcome is not known comes again. */
  attempt: number
  /** Opaque; differs for each plugin and is kept for ever. */
  conversation_id: string
  /** Display name; where the contacts know none, a label that stays the same for this person. */
  sender: string
  is_group: boolean
  group_name: string | null
  /** ISO 8601 UTC. */
  ts: string
  kind: 'text' | 'app'
}

/** What a plugin of the official tier is handed. */
export interface InboundMessage extends Inbound {
  /** Null when the message has no text that could be decoded. */
  text: string | null
  /** The first lines of the message that this one answers. */
  reply_to: string | null
  attachments: InboundAttachment[]
}

/** What a plugin of the notify tier is handed: never what was written. */
export interface InboundNotice extends Inbound {
  has_attachments: boolean
}

/** What every plugin may call. */
export interface PluginContext {
  log_info(msg: string): void
  log_warn(msg: string): void
  log_error(msg: string): void
  /** The settings of this plugin alone, as `SETTINGS_SCHEMA` describes them, defaults filled in. */
  readonly plugin_config: Readonly<Record<string, unknown>>
  /** Writes one record to the debug mirror, when one is configured. Its `ts`, `event` and `source` are the mirror's own. */
  mirror(event: string, fields?: Readonly<Record<string, unknown>>): void
  /** A folder of this plugin's own that it may write. */
  readonly data_dir: string
  /** Aborted when the plugin has to stop. */
  readonly signal: AbortSignal
  /** The other side can be reached again: what waits to be tried again is tried now, instead of when its pause is over. */
  retry_now(): void
}

/** What became of a message so far: `queued`, `handed_over`, `landed`, `sent`, `delivered`, `read`, `failed`, `uncertain`. */
export interface Sent {
  send_id: string
  state: string
  /** Why it failed, or why nobody knows. */
  error_code: string | null
}

export interface SendOptions {
  /**
   * The same key sends once, however often it is called: for whatever comes from elsewhere, the id it has there. Within
   * `on_inbound` there is no need of it: what a delivery sends is sent once, also when the delivery comes again.
   */
  key?: string
}

/** What a plugin of the official tier may call besides. Both reject with a `CallRefused`. */
export interface OfficialContext extends PluginContext {
  /** Into a conversation that this plugin was handed a message of. */
  send_text(conversation_id: string, body: string, options?: SendOptions): Promise<Sent>
  /** Up to 20 MB. */
  send_file(
    conversation_id: string,
    data: Uint8Array,
    mime: string,
    name?: string,
    options?: SendOptions,
  ): Promise<Sent>
}

/** The bridge does not do what was asked for. `code` is one of docs/errors.md. */
export class CallRefused extends Error {
  readonly code: string
  /** After so many seconds it may be asked again; null: not by itself. */
  readonly retryAfterS: number | null

  constructor(code: string, reason: string, retryAfterS: number | null = null) {
    super(reason)
    this.name = 'CallRefused'
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/** What belongs to one call of `on_inbound`. */
export interface DeliveryContext {
  /** Aborted when this delivery's time is over or the plugin has to stop; pass it to `fetch` and its like. */
  readonly signal: AbortSignal
  /** Says that the work goes on: the delivery's time starts anew. */
  progress(): void
}

/**
 * An outcome other than success: throw it from `on_inbound`. Any other error means "try again later" with the host's own
 * back-off; when other messages get through meanwhile, the message has failed after some attempts. The reason is shown and
 * logged: leave out what the message says.
 */
export class DeliveryRefused extends Error {
  /**
   * Seconds to wait before the next attempt, at least as many as the host's own back-off and at most an hour; `null` means
   * never: the delivery has failed.
   */
  readonly retryAfterS: number | null
  /**
   * `message`: this message was refused, which says nothing about others; it is tried as often as a message may fail.
   * `receiver`: nothing can be delivered at present; it is tried for a day.
   */
  readonly concerns: 'message' | 'receiver'

  constructor(reason: string, retryAfterS: number | null, concerns: 'message' | 'receiver' = 'receiver') {
    super(reason)
    this.name = 'DeliveryRefused'
    this.retryAfterS = retryAfterS
    this.concerns = concerns
  }
}

/** A host on the Internet that the plugin talks to. What the user types into its settings is open to it besides. */
export interface NetworkPlace {
  /** In lower case; `*.example.com` stands for every host below that name. */
  readonly host: string
  readonly port: number
  /** What for, in words for the user, who reads it before he enables the plugin. */
  readonly reason: string
}

/** What the plugin has on the page; `local-messaging-relay/plugin-ui` is for what its module does there. */
export interface PageDeclaration {
  readonly api: 1
  /** Its module, in a folder of its own below the plugin's, `./page/index.js`: whatever lies in it may be loaded by the page. */
  readonly entry: string
  readonly slots: readonly ('sidebar.panel' | 'message.toolbar' | 'compose.extension' | 'settings.page')[]
  /** Of the official tier alone. */
  readonly permissions?: readonly ('message.read' | 'message.send')[]
  /** Pixels, by slot, before it has drawn itself. */
  readonly minHeight?: Readonly<Record<string, number>>
}

/** What happened after a message, or to one that this plugin sent. Told once, and only while the plugin runs. */
export type PluginEvent = { ts: string; conversation_id: string } & (
  | {
      type: 'message_edited'
      /** Of the message that was handed over. */
      delivery_id: string
      /** As it is now; to the official tier alone, null when it cannot be told. */
      text?: string | null
    }
  | { type: 'message_unsent'; delivery_id: string }
  | {
      type: 'tapback_added' | 'tapback_removed'
      delivery_id: string
      /** To the official tier alone; null for a sticker. */
      emoji?: string | null
    }
  | { type: 'send_updated'; send_id: string; state: string; error_code: string | null }
)

/** `disabled`: the plugin was disabled or removed, or starts again with other settings. `shutdown`: the service ends. */
export type StopReason = 'disabled' | 'shutdown'

/** `Message` narrows what is handed over to the plugin's own tier: `implements Integration<InboundMessage>`. */
export interface Integration<Message = InboundMessage | InboundNotice> {
  start(ctx: Message extends InboundMessage ? OfficialContext : PluginContext): Promise<void>
  /** Has what is left of the two or three seconds in which deliveries under way may end; then the process is ended. */
  stop(reason?: StopReason): Promise<void>
  /** Resolve once the message is safe with the other side: that is the acknowledgement. */
  on_inbound(msg: Message, delivery: DeliveryContext): Promise<void>
  /** One after the other; what it throws is logged, and nothing more. */
  on_event?(event: PluginEvent): Promise<void>
}

/** The class that a plugin's module exports as default. */
export interface IntegrationClass<Message = InboundMessage | InboundNotice> {
  new (): Integration<Message>
  /** Stable, snake_case. */
  readonly NAME: string
  readonly SETTINGS_SCHEMA: SettingsSchema
  readonly TIER: Tier
  readonly DISPLAY_NAME?: string
  readonly DESCRIPTION?: string
  /** Nothing else on the Internet can be reached. */
  readonly NETWORK?: readonly NetworkPlace[]
  readonly UI?: PageDeclaration
}
