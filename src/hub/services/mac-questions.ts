/**
 * Asks Macs for what cannot wait. A Mac that is away is not asked later, and answers have the error codes of the Mac.
 */
import { type Msg, type NatsConnection, NoRespondersError, RequestError, TimeoutError } from '@nats-io/transport-node'
import { type ErrorCode, errors, remedyAt } from '../../contract/errors.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type AskableEndpoint, MacAnswer, type MacQuestion, presence } from '../../envelope/questions.ts'
import { subjects } from '../../envelope/subjects.ts'
import { readAs } from '../../envelope/talk.ts'
import type { Sql } from '../store/database.ts'
import { seenWithinMs } from '../store/orders.ts'

export interface MacQuestionsOptions {
  sql: Sql
  nats: NatsConnection
  nowMs(): number
}

/** A change through the window of Messages takes seconds. */
const longestMs = 40_000
/** A connected Mac confirms at once that it is there. */
const hereMs = 2_000

export class MacQuestions {
  readonly #options: MacQuestionsOptions

  constructor(options: MacQuestionsOptions) {
    this.#options = options
  }

  /** Returns the connected Macs of a line. Throws `mac_offline` if there is none. */
  async ofLine(line: number): Promise<string[]> {
    const { sql, nowMs } = this.#options
    const macs = await sql.query<{ name: string }>(
      'SELECT name FROM mac WHERE line = $1 AND seen_ms > $2 AND revoked_ms IS NULL ORDER BY seen_ms DESC',
      [line, nowMs() - seenWithinMs],
    )
    if (macs.length === 0) throw new ServiceError('mac_offline', 'The Mac of this line is not connected.', { line })
    return macs.map(({ name }) => name)
  }

  /**
   * Has a Mac do something. Throws what the Mac throws, `mac_offline` if it is certainly away, and `send_uncertain` if
   * it did not answer in time, since it may have done it.
   */
  async ask(mac: string, endpoint: AskableEndpoint, question: Omit<MacQuestion, 'until_ms'>): Promise<unknown> {
    await this.#requireHere(mac)
    const { data } = await this.#request(mac, endpoint, question).catch((error: unknown) => {
      throw isAway(error) ? new ServiceError('send_uncertain', 'The Mac of this line did not answer in time.') : error
    })
    return resultIn(data)
  }

  /** Asks for bytes, which headers describe. Throws what the Mac throws, and `mac_offline`. */
  async askForBytes(mac: string, endpoint: AskableEndpoint, question: Omit<MacQuestion, 'until_ms'>): Promise<Msg> {
    if (question.offset === 0) await this.#requireHere(mac)
    const answer = await this.#request(mac, endpoint, question).catch((error: unknown) => {
      throw isAway(error) ? offline() : error
    })
    if (answer.headers === undefined) resultIn(answer.data)
    return answer
  }

  /**
   * Throws `mac_offline` unless the Mac was seen recently. Before 2.15, nats-server does not tell that nobody listens
   * in the account of the Macs.
   */
  async #requireHere(mac: string): Promise<void> {
    const { sql, nats, nowMs } = this.#options
    const [seen] = await sql.query('SELECT 1 FROM mac WHERE name = $1 AND seen_ms > $2 AND revoked_ms IS NULL', [
      mac,
      nowMs() - seenWithinMs,
    ])
    if (seen === undefined) throw offline()
    await nats.request(subjects.question(mac, presence), '', { timeout: hereMs }).catch((error: unknown) => {
      throw isAway(error) ? offline() : error
    })
  }

  async #request(mac: string, endpoint: AskableEndpoint, question: Omit<MacQuestion, 'until_ms'>): Promise<Msg> {
    const { nats, nowMs } = this.#options
    const whole: MacQuestion = { ...question, until_ms: nowMs() + longestMs }
    return nats.request(subjects.question(mac, endpoint), JSON.stringify(whole), { timeout: longestMs })
  }
}

const offline = () => new ServiceError('mac_offline', 'The Mac of this line is not connected.')

const isAway = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  error instanceof NoRespondersError ||
  (error instanceof RequestError && error.isNoResponders())

function resultIn(data: Uint8Array): unknown {
  const answer = readAs(MacAnswer, data)
  if (answer === undefined)
    throw new ServiceError('internal', 'This release does not understand the answer of the Mac.')
  if ('ok' in answer) return answer.ok
  const { code, message, details } = answer.error
  const known: ErrorCode = Object.hasOwn(errors, code) ? (code as ErrorCode) : 'internal'
  throw new ServiceError(known, message.replace(remedyAt('api', known), '').trim(), details)
}
