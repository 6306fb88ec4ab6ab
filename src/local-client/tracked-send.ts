/** Sends a message under a key by which it is found again before there is a response, and after a response was lost. */
import { randomUUID } from 'node:crypto'
import { hasErrno } from '../base/errors.ts'
import { pause } from '../base/pause.ts'
import type { Client } from '../client/client.ts'
import type { SendOptions } from '../client/client-over.ts'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import { LostResponse } from './proven-fetch.ts'

const checkAgainMs = 50
/** A service that was restarted answers again within this time. */
const findWithinMs = 5_000

export class TrackedSend {
  /** The idempotency key: the same order under it is never sent twice. */
  readonly key: string
  readonly #client: Pick<Client, 'list_sends' | 'cancel_send'>
  readonly #findWithinMs: number
  #hasEnded = false

  constructor(client: Pick<Client, 'list_sends' | 'cancel_send'>, key: string = randomUUID(), withinMs = findWithinMs) {
    this.#client = client
    this.key = key
    this.#findWithinMs = withinMs
  }

  /** Throws `send_uncertain` where the response was lost and the service does not know the send, or does not run. */
  async request(order: (options: SendOptions) => Promise<Send>): Promise<Send> {
    try {
      return await order({ idempotencyKey: this.key })
    } catch (error) {
      if (!isLost(error)) throw error
      const found = await this.#findAgain()
      if (found !== undefined) return found
      const what = 'The connection to the service was lost before it answered.'
      throw new ServiceError('send_uncertain', what, { key: this.key }, { cause: error })
    } finally {
      this.#hasEnded = true
    }
  }

  /**
   * Cancels what was not handed to Messages yet, and returns the send as it is then; undefined if the service never
   * received it. Looks again while the request may still be on its way to the service.
   */
  async cancel(): Promise<Send | undefined> {
    for (;;) {
      const isLast = this.#hasEnded
      const found = await this.#find()
      if (found !== undefined) return this.#client.cancel_send({ id: found.id })
      if (isLast) return undefined
      await pause(checkAgainMs)
    }
  }

  async #findAgain(): Promise<Send | undefined> {
    for (const end = performance.now() + this.#findWithinMs; performance.now() < end; await pause(checkAgainMs)) {
      const found = await this.#find().catch(() => undefined)
      if (found !== undefined) return found
    }
    return undefined
  }

  async #find(): Promise<Send | undefined> {
    const [found] = await this.#client.list_sends({ idempotency_key: this.key })
    return found
  }
}

/** The connection can also end in the middle of the response. */
const isLost = (error: unknown): boolean => error instanceof LostResponse || hasErrno(error, 'ECONNRESET')
