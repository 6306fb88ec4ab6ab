/**
 * Carries out the calls of a plugin: sends into conversations that this plugin knows, and reads attachments that it was
 * handed.
 */

import type { Clock } from '../../base/clock.ts'
import type { ConversationId } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import { type Bucket, takeToken } from '../../domain/rate-bucket.ts'
import { hasCode } from '../../domain/service-error.ts'
import type { Conversations } from '../../store/journal/conversations.ts'
import type { Answer, ArgsOf, Method } from './methods.ts'
import { OpenFiles } from './open-files.ts'
import { OpenUploads } from './open-uploads.ts'
import { refused } from './refusal.ts'
import type { AttachmentBytes, CallServices, PluginOrder } from './services.ts'

export interface CallHandlersDeps {
  plugin: string
  services: CallServices
  conversations: Pick<Conversations, 'keyOf'>
  /**
   * Returns an attachment of a message in flight, as the plugin may see it; undefined when the plugin was handed none.
   */
  attachment(deliveryId: string, index: number): Promise<AttachmentBytes | undefined>
  /** Notes that this send belongs to the plugin, so that the plugin is informed about its progress. */
  noteSend(sendId: string, conversationId: string): void
  clock: Clock
}

/** One function for each method; the answers are plain JSON. */
type Handlers = { [M in Method]: (args: ArgsOf<M>) => Promise<Answer> | Answer }

interface Recipient {
  conversation_id: string
  key: string | null
}
type Content = Pick<PluginOrder, 'text' | 'file'>

/** Applies in addition to the limit of the whole service. */
const perMinute = 20

export class CallHandlers implements Handlers {
  readonly #deps: CallHandlersDeps
  readonly #uploads: OpenUploads
  readonly #files = new OpenFiles()
  /** The plugin's allowance of sends. */
  #bucket: Bucket | undefined

  constructor(deps: CallHandlersDeps) {
    this.#deps = deps
    this.#uploads = new OpenUploads(deps.services.uploads)
  }

  send_text({ conversation_id, key, body }: ArgsOf<'send_text'>): Promise<Answer> {
    return this.#send({ conversation_id, key }, { text: body })
  }

  open_upload(): Answer {
    return { upload: this.#uploads.open() }
  }

  async write_upload({ upload, data }: ArgsOf<'write_upload'>): Promise<Answer> {
    await this.#uploads.write(upload, Buffer.from(data, 'base64'))
    return {}
  }

  async send_file({ conversation_id, key, upload, mime, name }: ArgsOf<'send_file'>): Promise<Answer> {
    const { path, sha256 } = await this.#uploads.finish(upload)
    try {
      return await this.#send({ conversation_id, key }, { file: { path, sha256, name: name ?? nameFor(mime) } })
    } finally {
      // Sending keeps its own reference to the file for as long as it needs it.
      this.#deps.services.uploads.release(path)
    }
  }

  async open_attachment({ delivery_id, index }: ArgsOf<'open_attachment'>): Promise<Answer> {
    const attachment = await this.#deps.attachment(delivery_id, index)
    if (attachment === undefined) throw refused('attachment_not_found', 'There is no such attachment.')
    return { file: this.#files.open(attachment), size: attachment.size }
  }

  async read_attachment({ file }: ArgsOf<'read_attachment'>): Promise<Answer> {
    const { bytes, isLast } = await this.#files.next(file)
    return { data: Buffer.from(bytes).toString('base64'), is_last: isLast }
  }

  close_attachment({ file }: ArgsOf<'close_attachment'>): Answer {
    this.#files.close(file)
    return {}
  }

  /** Closes open files and drops incomplete uploads. */
  reset(): void {
    this.#uploads.reset()
    this.#files.reset()
  }

  async #send({ conversation_id, key }: Recipient, content: Content): Promise<Answer> {
    const { plugin, services, conversations, noteSend, clock } = this.#deps
    const conversation = conversations.keyOf(plugin, conversation_id as ConversationId)
    if (conversation === undefined) throw refused('conversation_not_found', 'This plugin knows no such conversation.')
    this.#takeToken()
    const askedAtMs = clock.nowMs()
    const by = `plugin:${plugin}`
    const idempotencyKey = key === null ? undefined : `${by}:${key}`
    try {
      const send = await services.send({ ...content, conversation, by, ...(idempotencyKey && { idempotencyKey }) })
      noteSend(send.id, conversation_id)
      // A repeated key has sent nothing new.
      if (Date.parse(send.created_at) >= askedAtMs) this.#audit(send, content)
      return answerOf(send)
    } catch (error) {
      const before = hasCode(error, 'idempotency_mismatch') ? (error.details.send as Send | undefined) : undefined
      // The text differs from the first attempt, which was sent: it is not sent a second time.
      if (before === undefined) throw error
      return answerOf(before)
    }
  }

  #takeToken(): void {
    const taken = takeToken(this.#bucket, { perMinute, nowMs: this.#deps.clock.nowMs() })
    if (taken.is === 'empty') throw refused('rate_limited', 'This plugin sends too much.', taken.retryAfterS)
    this.#bucket = taken.bucket
  }

  #audit({ id, kind }: Send, { text }: Content): void {
    const { plugin, services } = this.#deps
    const what = text === undefined ? kind : `${kind}, ${text.length} characters`
    services.audit.append({ action: 'sent', principal: `plugin:${plugin}`, target: `${id} ${what}`, result: 'ok' })
  }
}

const answerOf = ({ id, state, error }: Send): Answer => ({ send_id: id, state, error_code: error?.code ?? null })

/** Messages recognises a file by its extension. */
function nameFor(mime: string): string {
  const kind = /^[a-z]+\/(?:x-)?([a-z0-9]{1,12})$/.exec(mime.toLowerCase())?.[1]
  return `file.${kind === undefined ? 'bin' : (endings[kind] ?? kind)}`
}

const endings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  plain: 'txt',
  quicktime: 'mov',
  mpeg: 'mp3',
  vcard: 'vcf',
}
