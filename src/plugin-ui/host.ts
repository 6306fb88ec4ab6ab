/**
 * The calls that a plugin may make to the page. What its tier or its permissions do not allow rejects with a
 * `HostRefused`.
 */

/** The current appearance of the page. */
export interface Surroundings {
  /** The values of the theme by their names, such as `--background`. */
  tokens: Readonly<Record<string, string>>
  scheme: 'light' | 'dark'
  /** A language tag of BCP 47. */
  locale: string
  dir: 'ltr' | 'rtl'
  reducedMotion: boolean
  density: string
}

/** A message without handle and GUID; its conversation has the id that the plugin's own process also uses. */
export interface ShownMessage {
  rowid: number
  conversation_id: string
  sender: string
  is_from_me: boolean
  is_group: boolean
  group_name: string | null
  ts: string
  text: string
}

export interface SentText {
  send_id: string
  state: string
  error_code: string | null
}

export interface Host {
  getTheme(): Surroundings
  getLocale(): string
  /** Returns the text in the page's language, otherwise the English one, otherwise any. */
  t(texts: Readonly<Record<string, string>>): string
  log: Record<'info' | 'warn' | 'error', (msg: string) => void>
  /**
   * The plugin's own settings, without secrets. Settings that name a host or a port can only be changed by the user.
   */
  config: {
    get(): Promise<Record<string, unknown>>
    set(change: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  }
  /** Storage of this plugin only, 64 KB in total. */
  storage: {
    /** Resolves with null where there is nothing. */
    get(key: string): Promise<unknown>
    set(key: string, value: unknown): Promise<void>
    /** Calls the listener after any slot of this plugin on this page has set a key. */
    onChange(listener: (key: string) => void): void
  }
  toast(text: string): void
  /** Opens the plugin's own settings. */
  openSettings(): void
  /** Inserts text at the cursor in the composer of the open conversation. */
  insertText(text: string): void
  /** Reads the message beside which the slot `message.toolbar` is drawn. Needs `message.read`. */
  getMessage(rowid: number): Promise<ShownMessage>
  /** Sends into a conversation that the page named to the plugin. Needs `message.send`. The same key sends once. */
  sendText(conversationId: string, text: string, options?: { key?: string }): Promise<SentText>
  sendFile(conversationId: string, file: FileToSend, options?: { key?: string }): Promise<SentText>
}

/** A file of at most 2 MB. */
export interface FileToSend {
  name: string
  /** The type follows from the name if this is left out. */
  mime?: string
  data: Uint8Array
}

export class HostRefused extends Error {
  /** One of the codes of docs/errors.md. */
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.name = 'HostRefused'
    this.code = code
  }
}

/** The parts of a host. */
export interface HostParts {
  /** Makes one call to the page, by name. */
  ask(method: string, args: Readonly<Record<string, unknown>>): Promise<unknown>
  surroundings(): Surroundings
  onStorageChange(listener: (key: string) => void): void
}

export function createHost({ ask, surroundings, onStorageChange }: HostParts): Host {
  const tell = (method: string, args: Readonly<Record<string, unknown>>): void =>
    void ask(method, args).catch(() => undefined)
  const logAt = (level: string) => (msg: string) => tell('log', { level, msg: String(msg).slice(0, 1_000) })
  return {
    getTheme: surroundings,
    getLocale: () => surroundings().locale,
    t: (texts) => texts[surroundings().locale.split('-')[0] ?? ''] ?? texts.en ?? Object.values(texts)[0] ?? '',
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    config: {
      get: async () => (await ask('get_settings', {})) as Record<string, unknown>,
      set: async (change) => (await ask('change_settings', { change })) as Record<string, unknown>,
    },
    storage: {
      get: (key) => ask('get_kept', { key }),
      set: async (key, value) => void (await ask('keep', { key, value: value ?? null })),
      onChange: onStorageChange,
    },
    toast: (text) => tell('toast', { text: String(text) }),
    openSettings: () => tell('open_settings', {}),
    insertText: (text) => tell('insert_text', { text: String(text) }),
    getMessage: async (rowid) => (await ask('get_message', { rowid })) as ShownMessage,
    sendText: async (conversationId, text, { key } = {}) =>
      (await ask('send_text', {
        conversation_id: conversationId,
        text,
        ...(key !== undefined && { key }),
      })) as SentText,
    async sendFile(conversationId, { name, mime = '', data }, { key } = {}) {
      const pieces = Math.ceil(data.length / pieceBytes)
      for (let n = 0; n < pieces; n++)
        await ask('put_piece', { n, piece: base64Of(data.subarray(n * pieceBytes, (n + 1) * pieceBytes)) })
      const order = {
        conversation_id: conversationId,
        name: String(name),
        mime,
        pieces,
        ...(key !== undefined && { key }),
      }
      return (await ask('send_file', order)) as SentText
    },
  }
}

/** Small enough that a message holds one piece. */
const pieceBytes = 36 * 1024

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
