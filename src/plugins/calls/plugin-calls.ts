/**
 * Carries out the calls of a plugin: sends into conversations that this plugin knows, and reads attachments that it was
 * handed.
 */

import type { Clock } from '../../base/clock.ts'
import type { ConversationId, ConversationKey } from '../../contract/ids.ts'
import type { Send } from '../../contract/send.ts'
import { type Bucket, takeToken } from '../../domain/rate-bucket.ts'
import { hasCode } from '../../domain/service-error.ts'
import type { Conversations } from '../../store/journal/conversations.ts'
import type { Answers } from './answer-calls.ts'
import { filesToRead } from './files-to-read.ts'
import type { Answer } from './methods.ts'
import { refused } from './refusal.ts'
import type { AttachmentBytes, CallServices, PluginOrder } from './services.ts'
import { uploadsUnderWay } from './uploads-under-way.ts'

export interface PluginCallsDeps {
  plugin: string
  services: CallServices
  conversations: Pick<Conversations, 'keyOf'>
  /**
   * Returns an attachment of a message in flight, as the plugin may see it; undefined when the plugin was handed none.
   */
  attachment(deliveryId: string, index: number): Promise<AttachmentBytes | undefined>
  /** Notes that this send belongs to the plugin, so that the plugin is informed about its progress. */
  onSent(sendId: string, conversationId: string): void
  clock: Clock
}

/** Applies in addition to the limit of the whole service. */
const perMinute = 20

export function pluginCalls(deps: PluginCallsDeps): { answers: Answers; reset(): void } {
  const { services } = deps
  const uploads = uploadsUnderWay(services.uploads)
  const files = filesToRead()
  const send = sender(deps)

  const answers: Answers = {
    send_text: ({ conversation_id, key, body }) => send({ conversation_id, key }, { text: body }),
    open_upload: () => ({ upload: uploads.open() }),
    async write_upload({ upload, data }) {
      await uploads.write(upload, Buffer.from(data, 'base64'))
      return {}
    },
    async send_file({ conversation_id, key, upload, mime, name }) {
      const { path, sha256 } = await uploads.finish(upload)
      try {
        return await send({ conversation_id, key }, { file: { path, sha256, name: name ?? nameFor(mime) } })
      } finally {
        // Sending keeps its own reference to the file for as long as it needs it.
        services.uploads.release(path)
      }
    },
    async open_attachment({ delivery_id, index }) {
      const found = await deps.attachment(delivery_id, index)
      if (found === undefined) throw refused('attachment_not_found', 'There is no such attachment.')
      return { file: files.open(found), size: found.size }
    },
    async read_attachment({ file }) {
      const { bytes, isLast } = await files.next(file)
      return { data: Buffer.from(bytes).toString('base64'), is_last: isLast }
    },
    close_attachment({ file }) {
      files.close(file)
      return {}
    },
  }
  return {
    answers,
    reset() {
      uploads.reset()
      files.reset()
    },
  }
}

interface Addressed {
  conversation_id: string
  key: string | null
}
type Content = Pick<PluginOrder, 'text' | 'file'>

function sender({ plugin, services, conversations, onSent, clock }: PluginCallsDeps) {
  const by = `plugin:${plugin}`
  let bucket: Bucket | undefined

  const takeTurn = (): void => {
    const taken = takeToken(bucket, { perMinute, nowMs: clock.nowMs() })
    if (taken.is === 'empty') throw refused('rate_limited', 'This plugin sends too much.', taken.retryAfterS)
    bucket = taken.bucket
  }
  const meant = (id: string): ConversationKey => {
    const conversation = conversations.keyOf(plugin, id as ConversationId)
    if (conversation === undefined) throw refused('conversation_not_found', 'This plugin knows no such conversation.')
    return conversation
  }
  const note = (send: Send, { text }: Content): void => {
    const what = text === undefined ? send.kind : `${send.kind}, ${text.length} characters`
    services.audit.append({ action: 'sent', principal: by, target: `${send.id} ${what}`, result: 'ok' })
  }

  return async ({ conversation_id, key }: Addressed, content: Content): Promise<Answer> => {
    const conversation = meant(conversation_id)
    takeTurn()
    const askedAtMs = clock.nowMs()
    const idempotencyKey = key === null ? undefined : `${by}:${key}`
    try {
      const send = await services.send({ ...content, conversation, by, ...(idempotencyKey && { idempotencyKey }) })
      onSent(send.id, conversation_id)
      // A repeated key has sent nothing new.
      if (Date.parse(send.created_at) >= askedAtMs) note(send, content)
      return shown(send)
    } catch (error) {
      const before = hasCode(error, 'idempotency_mismatch') ? (error.details.send as Send | undefined) : undefined
      // The text differs from the first attempt, which was sent: it is not sent a second time.
      if (before === undefined) throw error
      return shown(before)
    }
  }
}

const shown = ({ id, state, error }: Send): Answer => ({ send_id: id, state, error_code: error?.code ?? null })

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
