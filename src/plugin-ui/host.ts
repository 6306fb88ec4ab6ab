/** What a plugin may ask of the page. What its tier or its permissions do not allow rejects with a `HostRefused`. */

/** How the page looks just now. */
export interface Surroundings {
  /** The values of the theme by their names, `--background` and the like. */
  tokens: Readonly<Record<string, string>>
  scheme: 'light' | 'dark'
  /** BCP 47. */
  locale: string
  dir: 'ltr' | 'rtl'
  reducedMotion: boolean
  density: string
}

/** Without handle and GUID; the conversation by the id that the plugin's own process knows, too. */
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
  /** The text of the page's language, else the English one, else any. */
  t(texts: Readonly<Record<string, string>>): string
  log: Record<'info' | 'warn' | 'error', (msg: string) => void>
  /** The plugin's own settings, without secrets. Those that name a host or a port only the user changes. */
  config: {
    get(): Promise<Record<string, unknown>>
    set(change: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  }
  /** Of this plugin alone, 64 KB in all; null where there is nothing. */
  storage: { get(key: string): Promise<unknown>; set(key: string, value: unknown): Promise<void> }
  toast(text: string): void
  /** Leads to the plugin's own settings. */
  openSettings(): void
  /** Puts text where the cursor is in the composer of the conversation that is open. */
  insertText(text: string): void
  /** One that `message.toolbar` was drawn for. Needs `message.read`. */
  getMessage(rowid: number): Promise<ShownMessage>
  /** Into a conversation that the plugin was told of. Needs `message.send`. The same key sends once. */
  sendText(conversationId: string, text: string, options?: { key?: string }): Promise<SentText>
  sendFile(conversationId: string, file: FileToSend, options?: { key?: string }): Promise<SentText>
}

/** 2 MB at most. */
export interface FileToSend {
  name: string
  /** Without it the name says what it is. */
  mime?: string
  data: Uint8Array
}

export class HostRefused extends Error {
  /** One of docs/errors.md. */
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.name = 'HostRefused'
    this.code = code
  }
}

/** Asks one thing of the page, by name. */
export type AskHost = (method: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>

export function hostOver(ask: AskHost, surroundings: () => Surroundings): Host {
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

/** So that a message holds one. */
const pieceBytes = 36 * 1024

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
