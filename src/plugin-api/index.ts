/**
 * The API for authors of plugins: the contract of an integration, the messages that it receives and the context that it
 * may call.
 */

export type Tier = 'core' | 'official' | 'notify'

/** JSON Schema of a plugin's settings. */
export type SettingsSchema = Readonly<Record<string, unknown>>

/** Describes an attachment. */
export interface AttachmentDescription {
  mime: string | null
  name: string
  /** Bytes. */
  size: number
}

export interface InboundAttachment extends AttachmentDescription {
  /** Reads the whole file, up to 64 MB, while this message is being handled. Rejects with a `CallRefused`. */
  data(): Promise<Uint8Array>
  /** Reads the same file in pieces, up to 100 MB, so that a large file need not fit into memory. */
  stream(): AsyncIterable<Uint8Array>
}

/**
 * Who wrote, where and when: every tier receives this. It contains no phone number, no e-mail address, no path and no
 * chat GUID.
 */
interface Inbound {
  /** The same on every attempt, so that a receiver can drop repeats. */
  delivery_id: string
  /** 1 on the first attempt; only a message whose outcome is not known comes again. */
  attempt: number
  /** An opaque id that differs for each plugin and is kept forever. */
  conversation_id: string
  /** The display name; where the contacts know none, a label that stays the same for this person. */
  sender: string
  is_group: boolean
  group_name: string | null
  /** ISO 8601 UTC. */
  ts: string
  kind: 'text' | 'app'
  /** Only on a hub, which has the messages of several Macs: the name of the line to which it was written. */
  line?: string
  /** Only in a note that the user wrote to themselves. It arrives once, although Messages stores it twice. */
  is_note?: true
  /**
   * Only in a test that the user sent to this plugin alone: deliver it like any other message, past filters of your own.
   */
  is_test?: true
  /**
   * Only in a notice of the service itself: a program or rule asks to send a message, which waits for the user. Both are
   * addresses on the page, relative to its own, at which the user sends or refuses it, signed in. Offer them as links; a
   * plugin decides nothing. Absent in releases before 1.5.
   */
  decide?: { send: string; refuse: string }
}

/** The message that a plugin of the official tier receives. */
export interface InboundMessage extends Inbound {
  /** Null when the message has no text that could be decoded. */
  text: string | null
  /** The first lines of the message that this one answers. */
  reply_to: string | null
  attachments: InboundAttachment[]
}

/** The notice that a plugin of the notify tier receives: it never contains the content of the message. */
export interface InboundNotice extends Inbound {
  has_attachments: boolean
}

/** The context that every plugin may call. */
export interface PluginContext {
  log_info(msg: string): void
  log_warn(msg: string): void
  log_error(msg: string): void
  /** Only this plugin's settings, as `SETTINGS_SCHEMA` describes them, with defaults filled in. */
  readonly plugin_config: Readonly<Record<string, unknown>>
  /**
   * Writes one record to the debug mirror when one is configured. Its `ts`, `event` and `source` are the mirror's own.
   */
  mirror(event: string, fields?: Readonly<Record<string, unknown>>): void
  /** A folder of this plugin's own that it may write. */
  readonly data_dir: string
  /** Aborted when the plugin has to stop. */
  readonly signal: AbortSignal
  /**
   * Reports that the receiver can be reached again: waiting deliveries are retried now, instead of after their pause.
   */
  retry_now(): void
}

/**
 * The state of a sent message: `queued`, `handed_over`, `landed`, `sent`, `delivered`, `read`, `failed` or `uncertain`.
 */
export interface Sent {
  send_id: string
  state: string
  /** Why it failed, or why its outcome is unknown. */
  error_code: string | null
}

export interface SendOptions {
  /**
   * The same key sends once, however often it is used. For content from elsewhere, use the id that it has there. Within
   * `on_inbound` no key is needed: what a delivery sends is sent once, even when the delivery comes again.
   */
  key?: string
}

/** Further calls for a plugin of the official tier. Both reject with a `CallRefused`. */
export interface OfficialContext extends PluginContext {
  /** Sends into a conversation of which this plugin has received a message. */
  send_text(conversation_id: string, body: string, options?: SendOptions): Promise<Sent>
  /** Sends a file of up to 20 MB. */
  send_file(
    conversation_id: string,
    data: Uint8Array,
    mime: string,
    name?: string,
    options?: SendOptions,
  ): Promise<Sent>
}

/** The bridge refused a call. `code` is one of docs/errors.md. */
export class CallRefused extends Error {
  readonly code: string
  /** The number of seconds after which the call may be repeated; null when it should not be repeated automatically. */
  readonly retryAfterS: number | null

  constructor(code: string, reason: string, retryAfterS: number | null = null) {
    super(reason)
    this.name = 'CallRefused'
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/** The response of a message's receiver. */
export interface ReceiverAnswer {
  /** The status of its protocol, such as 200 or 503 for HTTP. */
  status?: number
  /** The text of the response. Its beginning is shown to the user who sent the test. */
  body?: string
}

/** The context of one call of `on_inbound`. */
export interface DeliveryContext {
  /** Aborted when this delivery's time is over or the plugin has to stop; pass it to `fetch` and similar functions. */
  readonly signal: AbortSignal
  /** Reports that the work continues: the delivery's time starts again. */
  progress(): void
  /**
   * Reports what the receiver answered, as soon as it has, whether or not the delivery succeeds. Its status is shown with
   * the delivery, and how long the receiver took. What it said is shown to whoever sent a test, and forgotten for any other
   * message. Absent in releases before 1.4.
   */
  answered?(answer: ReceiverAnswer): void
}

/**
 * An outcome other than success: throw it from `on_inbound`. Any other error means "retry later" with the host's own
 * back-off; when other messages succeed meanwhile, the message fails after some attempts. The reason is shown and
 * logged: leave the text of the message out.
 */
export class DeliveryRefused extends Error {
  /**
   * Seconds to wait before the next attempt, at least as many as the host's own back-off and at most an hour; `null`
   * means never: the delivery has failed.
   */
  readonly retryAfterS: number | null
  /**
   * `message`: this message was refused, which says nothing about others; it is retried as often as a message may fail.
   * `receiver`: nothing can be delivered at present; it is retried for a day.
   */
  readonly concerns: 'message' | 'receiver'

  constructor(reason: string, retryAfterS: number | null, concerns: 'message' | 'receiver' = 'receiver') {
    super(reason)
    this.name = 'DeliveryRefused'
    this.retryAfterS = retryAfterS
    this.concerns = concerns
  }
}

/**
 * A host on the Internet to which the plugin connects. It may also connect to hosts that the user types into its
 * settings.
 */
export interface NetworkPlace {
  /** In lower case; `*.example.com` matches every host below that name. */
  readonly host: string
  readonly port: number
  /** The purpose, in words for the user, who reads it before enabling the plugin. */
  readonly reason: string
}

/** The plugin's part of the page; its module there uses `local-messaging-relay/plugin-ui`. */
export interface PageDeclaration {
  readonly api: 1
  /**
   * The plugin's page module, in a folder of its own below the plugin's, `./page/index.js`. The page may load every
   * file in that folder.
   */
  readonly entry: string
  readonly slots: readonly ('sidebar.panel' | 'message.toolbar' | 'compose.extension' | 'settings.page')[]
  /** Only for the official tier. */
  readonly permissions?: readonly ('message.read' | 'message.send')[]
  /** Heights in pixels by slot, before the slot is drawn for the first time. */
  readonly minHeight?: Readonly<Record<string, number>>
}

/** The texts of one setting in another language. */
export interface SettingTexts {
  readonly title?: string
  readonly description?: string
  /** Titles of the values to choose from, by the value as text. */
  readonly options?: Readonly<Record<string, string>>
}

/** The plugin's texts in another language. A text that is missing is shown in English. */
export interface Translation {
  readonly display_name?: string
  readonly description?: string
  /** The reasons of `NETWORK`, by host. */
  readonly network?: Readonly<Record<string, string>>
  /** Keyed by the name of the setting; one within a group is named with a dot, as in `mailbox.port`. */
  readonly settings?: Readonly<Record<string, SettingTexts>>
}

/** An event on a message, or on a send of this plugin. It is reported once, and only while the plugin runs. */
export type PluginEvent = { ts: string; conversation_id: string } & (
  | {
      type: 'message_edited'
      /** The delivery of the message that was handed over. */
      delivery_id: string
      /** The current text, only for the official tier; null when it cannot be determined. */
      text?: string | null
    }
  | { type: 'message_unsent'; delivery_id: string }
  | {
      type: 'tapback_added' | 'tapback_removed'
      delivery_id: string
      /** Only for the official tier; null for a sticker. */
      emoji?: string | null
    }
  | { type: 'send_updated'; send_id: string; state: string; error_code: string | null }
)

/** `disabled`: the plugin was disabled or removed, or restarts with other settings. `shutdown`: the service ends. */
export type StopReason = 'disabled' | 'shutdown'

/** `Message` narrows the messages to the plugin's own tier: `implements Integration<InboundMessage>`. */
export interface Integration<Message = InboundMessage | InboundNotice> {
  start(ctx: Message extends InboundMessage ? OfficialContext : PluginContext): Promise<void>
  /**
   * May take what remains of the time in which deliveries in flight may end, which is three seconds when the plugin is
   * disabled and eight when the service ends; then the process is ended.
   */
  stop(reason?: StopReason): Promise<void>
  /** Resolve once the receiver has stored the message: that is the acknowledgement. */
  on_inbound(msg: Message, delivery: DeliveryContext): Promise<void>
  /** Called for one event after the other; an error that it throws is only logged. */
  on_event?(event: PluginEvent): Promise<void>
}

/** The class that a plugin's module exports as default. */
export interface IntegrationClass<Message = InboundMessage | InboundNotice> {
  new (): Integration<Message>
  /** A stable name in snake_case. */
  readonly NAME: string
  readonly SETTINGS_SCHEMA: SettingsSchema
  readonly TIER: Tier
  readonly DISPLAY_NAME?: string
  readonly DESCRIPTION?: string
  /** The hosts that the plugin needs; no other host on the Internet can be reached. */
  readonly NETWORK?: readonly NetworkPlace[]
  readonly UI?: PageDeclaration
  /** The texts in other languages, by language: `{ de: { description: '…' } }`. */
  readonly TRANSLATIONS?: Readonly<Record<string, Translation>>
}
