/** Stores every message in a NATS JetStream stream, and sends messages on request. */
import type { NatsConnection } from '@nats-io/transport-node'
import type { DeliveryContext, InboundMessage, Integration, OfficialContext } from '../../plugin-api/index.ts'
import { messageFields } from '../shared/message-fields.ts'
import { rejectionOnAbort } from '../shared/until-aborted.ts'
import { answerRequests } from './answer-requests.ts'
import { Connection } from './connection.ts'
import { german } from './german.ts'
import { type Settings, settingsSchema } from './settings.ts'
import { createStream, store } from './stream.ts'

export default class Nats implements Integration<InboundMessage> {
  static readonly NAME = 'nats'
  static readonly DISPLAY_NAME = 'NATS JetStream'
  static readonly DESCRIPTION = 'Stores every message in a stream, once, under a subject for each conversation.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly TRANSLATIONS = { de: german }

  #settings: Settings | undefined
  #connection: Connection | undefined
  #prepared: Promise<void> = Promise.resolve()

  async start(ctx: OfficialContext): Promise<void> {
    const settings = ctx.plugin_config as unknown as Settings
    const problem = problemOf(settings)
    if (problem !== undefined) throw new Error(problem)
    this.#settings = settings
    this.#connection = new Connection({
      settings,
      ctx,
      onConnected: (nats) => {
        this.#prepared = prepare(nats, settings, ctx)
      },
    })
    await this.#connection.triedOnce
  }

  async stop(): Promise<void> {
    await this.#connection?.close()
  }

  async on_inbound(message: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#settings === undefined || this.#connection === undefined) throw new Error('NATS was not started.')
    const { subject_prefix, include_text } = this.#settings
    const nats = this.#connection.current()
    await this.#prepared
    const storing = store(nats, this.#settings, {
      subject: `${subject_prefix}.${message.conversation_id}`,
      payload: JSON.stringify({ type: 'message', ...messageFields(message, include_text) }),
      id: message.delivery_id,
      isRepeat: message.attempt > 1,
    })
    const stored = await Promise.race([storing, rejectionOnAbort(delivery.signal)])
    delivery.answered?.({ body: stored })
  }
}

function problemOf({
  create_stream,
  stream,
  client_certificate,
  client_key,
  subject_prefix,
  request_subject,
}: Settings) {
  if (create_stream && stream === '') return 'A stream that is to be created needs a name.'
  if ((client_certificate === '') !== (client_key === ''))
    return 'A client certificate needs its key, and the key its certificate.'
  if (request_subject === subject_prefix) return 'What is to be sent needs another subject than what came.'
  return undefined
}

async function prepare(nats: NatsConnection, settings: Settings, ctx: OfficialContext): Promise<void> {
  if (settings.request_subject !== '') answerRequests(nats, settings.request_subject, ctx)
  if (!settings.create_stream) return
  await createStream(nats, settings).catch((error: Error) =>
    ctx.log_error(`The stream could not be created: ${error.message}`),
  )
}
