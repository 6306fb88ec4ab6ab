/**
 * The API for authors of plugins: the contract of an integration, the messages that it receives and the context that it
 * may call.
 */

export type Tier = 'core' | 'official' | 'notify'

/** JSON Schema of a plugin's settings. */
export type SettingsSchema = Readonly<Record<string, unknown>>

/** The description of an attachment, without its content. */
export interface AttachmentDescription {
  /** The media type, such as `image/jpeg`; null when it is unknown. */
  mime: string | null
  /** The file name, without a folder. */
  name: string
  /** The size in bytes. */
  size: number
}

export interface InboundAttachment extends AttachmentDescription {
  /**
   * Reads the whole file while this message is being handled. Rejects with a `CallRefused`: `too_large` above 64 MB,
   * `attachment_not_found` when the file is not on the Mac or the message is no longer being handled.
   */
  data(): Promise<Uint8Array>
  /**
   * Reads the same file in pieces, up to 100 MB, so that a large file need not fit into memory. Iterating throws the same
   * errors as `data()`.
   */
  stream(): AsyncIterable<Uint8Array>
}

/**
 * The fields that every tier receives: the sender, the conversation and the time. They contain no phone number, e-mail
 * address, path or chat GUID.
 */
interface Inbound {
  /** A UUID that is the same on every attempt, so that a receiver can drop repeats. */
  delivery_id: string
  /** The number of this attempt, starting at 1. */
  attempt: number
  /** An opaque id of the conversation. It differs for each plugin and never changes. */
  conversation_id: string
  /** The sender's name in Contacts, or a label that stays the same for a person without one. */
  sender: string
  is_group: boolean
  /** Null for a conversation with one person, and for a group without a name. */
  group_name: string | null
  /** When the message was sent: ISO 8601 in UTC, such as `2026-06-01T17:20:31.000Z`. */
  ts: string
  /** `app` for the balloon of an app, such as a poll; its `text` consists of the app's words. */
  kind: 'text' | 'app'
  /** The name of the line that received the message. Present only on a hub, which has the messages of several Macs. */
  line?: string
  /** Present only in a note that the user wrote to themselves. A note arrives once, although Messages stores it twice. */
  is_note?: true
  /**
   * Present only in a test that the user sent to this plugin. Deliver it like any other message, but bypass the plugin's
   * own filters.
   */
  is_test?: true
  /**
   * Present only in a notice of the service itself: a program or rule asks to send a message, which waits for the user.
   * Both are addresses relative to that of the page, where the signed-in user sends or refuses the message. Offer them as
   * links: a plugin cannot decide. Absent in releases before 1.5.
   */
  decide?: { send: string; refuse: string }
}

/** The message that a plugin of the official tier receives. */
export interface InboundMessage extends Inbound {
  /** Null when the message has no text that could be decoded. */
  text: string | null
  /** The beginning of the message that this one replies to; null when it is no reply. */
  reply_to: string | null
  attachments: InboundAttachment[]
}

/** The notice that a plugin of the notify tier receives: it never contains the content of the message. */
export interface InboundNotice extends Inbound {
  has_attachments: boolean
}

/** The context that every plugin may call. */
export interface PluginContext {
  /** Writes a line to the service's log under the plugin's name. Never log the content of a message. */
  log_info(msg: string): void
  log_warn(msg: string): void
  log_error(msg: string): void
  /** This plugin's settings as described by `SETTINGS_SCHEMA`, with defaults filled in. */
  readonly plugin_config: Readonly<Record<string, unknown>>
  /**
   * Writes a record to the debug mirror, and does nothing when none is configured. The mirror itself sets `ts`, `event`
   * and `source`; fields of these names are ignored.
   */
  mirror(event: string, fields?: Readonly<Record<string, unknown>>): void
  /** The absolute path of the plugin's own folder, the only one to which it may write. */
  readonly data_dir: string
  /** Aborted when the plugin has to stop. */
  readonly signal: AbortSignal
  /**
   * Reports that the receiver can be reached again, so that waiting deliveries are retried now instead of after their
   * pause.
   */
  retry_now(): void
}

/** The status of a message that the plugin has sent. */
export interface Sent {
  /** A UUID, by which `send_updated` events refer to this send. */
  send_id: string
  /** `queued`, `handed_over`, `landed`, `sent`, `delivered`, `read`, `failed` or `uncertain`. */
  state: string
  /** A code of docs/errors.md that says why the send failed or why its outcome is unknown; null otherwise. */
  error_code: string | null
}

export interface SendOptions {
  /**
   * An idempotency key: the same key sends once within 24 hours. For content from elsewhere, use its id there. Within
   * `on_inbound` no key is needed: the sends of a delivery happen once, even when the delivery comes again.
   */
  key?: string
}

/**
 * Further calls for a plugin of the official tier. Both resolve once the message has landed or failed, or after some
 * seconds with its current state. They reject with a `CallRefused`: `conversation_not_found` for a conversation from
 * which this plugin never got a message, `rate_limited` above 20 sends a minute, `too_large` for a file above 20 MB.
 */
export interface OfficialContext extends PluginContext {
  /** Sends a text into a conversation from which this plugin has received a message. */
  send_text(conversation_id: string, body: string, options?: SendOptions): Promise<Sent>
  /** Sends a file of up to 20 MB into such a conversation. Without a name, its extension follows from `mime`. */
  send_file(
    conversation_id: string,
    data: Uint8Array,
    mime: string,
    name?: string,
    options?: SendOptions,
  ): Promise<Sent>
}

/** The error with which a refused call rejects. Its message is the remedy of the code. */
export class CallRefused extends Error {
  /** One of the codes of docs/errors.md. */
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
  /** The status code of the receiver's protocol, such as 200 or 503 for HTTP. */
  status?: number
  /** The text of the response. Its first 500 characters are shown to a user who sent a test. */
  body?: string
}

/** The context of one call of `on_inbound`. */
export interface DeliveryContext {
  /** Aborted when this delivery's 30 seconds are over or the plugin has to stop; pass it to `fetch` and similar functions. */
  readonly signal: AbortSignal
  /** Reports that the work continues, which restarts the delivery's 30 seconds. */
  progress(): void
  /**
   * Reports the receiver's response as soon as it arrives, whether or not the delivery succeeds. The delivery shows the
   * status and how long the receiver took. The body is shown to a user who sent a test, and discarded for any other
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
  /** A host name in lower case; `*.example.com` matches every host below that name. */
  readonly host: string
  readonly port: number
  /** The purpose of the connection. The user reads it before enabling the plugin. */
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
  /** The permissions of the page module, which only the official tier may have. */
  readonly permissions?: readonly ('message.read' | 'message.send')[]
  /** The height of each slot in pixels until it is drawn for the first time. */
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
   * Ends the plugin's work. Deliveries in flight have three seconds to end when the plugin is disabled and eight when the
   * service ends; `stop` has the rest of that time, after which the process is killed.
   */
  stop(reason?: StopReason): Promise<void>
  /**
   * Handles one message. Resolving acknowledges it, so resolve only once the receiver has stored it. Throwing makes the
   * host retry; `DeliveryRefused` chooses when, or never.
   */
  on_inbound(msg: Message, delivery: DeliveryContext): Promise<void>
  /** Handles one event at a time; a thrown error is only logged. */
  on_event?(event: PluginEvent): Promise<void>
}

/** The class that a plugin's module exports as default. */
export interface IntegrationClass<Message = InboundMessage | InboundNotice> {
  new (): Integration<Message>
  /** A stable name in snake_case, under which the plugin's settings are stored. */
  readonly NAME: string
  readonly SETTINGS_SCHEMA: SettingsSchema
  readonly TIER: Tier
  readonly DISPLAY_NAME?: string
  readonly DESCRIPTION?: string
  /** The hosts that the plugin needs besides those in its settings; it can reach no other host on the Internet. */
  readonly NETWORK?: readonly NetworkPlace[]
  readonly UI?: PageDeclaration
  /** The texts in other languages, by language: `{ de: { description: '…' } }`. */
  readonly TRANSLATIONS?: Readonly<Record<string, Translation>>
}
