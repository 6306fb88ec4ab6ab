/** Answers requests of the hub that cannot wait, by the Mac's own API, so that its key, limits and audit log apply to them. */

import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '../base/errors.ts'
import { aborted } from '../base/pause.ts'
import { ClientError } from '../client/client-error.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { PlacedMessage } from '../contract/placed-message.ts'
import { filePartBytes } from '../envelope/fields.ts'
import {
  type AskableEndpoint,
  askableEndpoints,
  type MacAnswer,
  MacQuestion,
  partHeaders,
  presence,
  sizeHeader,
} from '../envelope/questions.ts'
import { type Place, subjects } from '../envelope/subjects.ts'
import { readAs } from '../envelope/talk.ts'
import { hubTimeMs } from './hub-time.ts'
import type { MacClient } from './mac-client.ts'

export interface QuestionsOptions {
  client: MacClient
  nats: NatsConnection
  place: Place
  log: Logger
}

export class Questions {
  readonly #options: QuestionsOptions

  constructor(options: QuestionsOptions) {
    this.#options = options
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { nats, place } = this.#options
    const subscription = nats.subscribe(subjects.question(place.mac, '*'), {
      callback: (error: Error | null, message: Msg) => {
        if (error === null) void this.#answer(message)
      },
    })
    await aborted(signal)
    subscription.unsubscribe()
  }

  async #answer(message: Msg): Promise<void> {
    const { nats, place, log } = this.#options
    if (message.subject === subjects.question(place.mac, presence)) return void respond(message, { ok: null })
    const endpoint = askableEndpoints.find((name) => subjects.question(place.mac, name) === message.subject)
    const question = readAs(MacQuestion, message.data)
    if (endpoint === undefined || question === undefined) return
    try {
      // A request that waited while the Mac slept is not executed afterwards.
      if ((await hubTimeMs(nats, place)) > question.until_ms) return
      if (endpoint === 'get_attachment') return await this.#answerPart(message, question)
      if (endpoint === 'contact_avatar') return await this.#answerPicture(message, question)
      respond(message, { ok: (await this.#do(endpoint, question)) ?? null })
    } catch (error) {
      if (error instanceof ClientError) {
        const { code, message: text, details } = error
        respond(message, { error: { code, message: text, details } })
      } else log.warn(`a question of the hub was not answered: ${messageOf(error)}`)
    }
  }

  async #do(
    endpoint: Exclude<AskableEndpoint, 'get_attachment' | 'contact_avatar'>,
    { input, message }: MacQuestion,
  ): Promise<unknown> {
    const { client } = this.#options
    const placed = message === undefined ? undefined : await this.#placed(message)
    const rowid = placed && { rowid: placed.message.rowid }
    const conversation = placed && endpoint === 'mark_read' && { guid: placed.conversation_guid }
    // The API of the Mac validates the input.
    const ask = client[endpoint] as (given: object) => Promise<unknown>
    return ask({ ...input, ...rowid, ...conversation })
  }

  async #placed(guid: string): Promise<PlacedMessage> {
    const { messages } = await this.#options.client.list_all_messages({ guids: guid })
    const [placed] = messages
    if (placed !== undefined) return placed
    throw new ClientError({ code: 'message_not_found', status: 404, message: 'There is no such message.' })
  }

  /** Answers in one piece, since pictures of contacts are small. */
  async #answerPicture(message: Msg, { input }: MacQuestion): Promise<void> {
    const given = input as Parameters<MacClient['contact_avatar']>[0]
    const bytes = new Uint8Array(await (await this.#options.client.contact_avatar(given)).arrayBuffer())
    if (bytes.length > mostPictureBytes) throw noPicture()
    const said = headers()
    said.set(sizeHeader, String(bytes.length))
    message.respond(bytes, { headers: said })
  }

  async #answerPart(message: Msg, { input, offset = 0 }: MacQuestion): Promise<void> {
    const { client } = this.#options
    const given = input as Parameters<MacClient['get_attachment']>[0]
    const range = `bytes=${offset}-${offset + filePartBytes - 1}`
    const response = await client.get_attachment(given, { range }).catch((error: unknown) => {
      // An empty file has no part.
      if (offset === 0 && error instanceof ClientError && error.code === 'range_not_satisfiable')
        return client.get_attachment(given)
      throw error
    })
    const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
    const bytes = new Uint8Array(await response.arrayBuffer())
    const said = headers()
    for (const name of partHeaders) {
      const value = response.headers.get(name)
      if (value !== null) said.set(name, value)
    }
    said.set(sizeHeader, size ?? String(bytes.length))
    message.respond(bytes, { headers: said })
  }
}

/** A little less than the largest message of NATS. */
const mostPictureBytes = 900_000
const noPicture = () => new ClientError({ code: 'not_found', status: 404, message: 'The picture is too large.' })

const respond = (message: Msg, answer: MacAnswer): boolean => message.respond(JSON.stringify(answer))
