/** Answers requests of Macs to the hub. nats-server lets each Mac write only its own name and key into the subject. */
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '../../base/errors.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { everyQuestion, macOf, nkeyOf, type Question } from '../../envelope/subjects.ts'

/** A request with the Mac that made it. */
export interface Asked {
  name: string
  nkey: string
  data: Uint8Array
}

interface Answering {
  nats: NatsConnection
  partition: number
  question: Question
  log: Logger
  /** Returns the answer; bytes are sent unchanged. Undefined means that the request is left unanswered. */
  answer(asked: Asked): Promise<object | undefined>
  /** Called with the error that ended it, unless it was stopped. */
  onEnd(error: Error): void
}

/** The beginning of the reply subject that nats-server gives to a request from the account of the Macs. */
const replyToMacs = '_R_.'

export function answerMacs({ nats, partition, question, log, answer, onEnd }: Answering): { stop(): void } {
  const subscription = nats.subscribe(everyQuestion(partition, question), {
    callback: (error: Error | null, message: Msg) => {
      if (error !== null) return onEnd(error)
      const { subject, reply, data } = message
      // The hub may publish anywhere in its own account, so a reply subject from elsewhere could make it give orders.
      if (!reply?.startsWith(replyToMacs)) return
      answer({ name: macOf(subject), nkey: nkeyOf(subject), data }).then(
        (said) => said && message.respond(said instanceof Uint8Array ? said : JSON.stringify(said)),
        (reason) => log.warn(`a Mac could not be answered: ${messageOf(reason)}`),
      )
    },
  })
  return { stop: () => subscription.unsubscribe() }
}
