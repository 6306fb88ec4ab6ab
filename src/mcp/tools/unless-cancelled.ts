/** Stops a send when its call is cancelled, as long as nothing was handed to Messages; otherwise reports its state. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import type { SendOptions } from '../../client/client-over.ts'
import type { Send } from '../../contract/send.ts'
import type { Asked } from '../tool.ts'

const askAgainMs = 50

/** The idempotency key identifies the send before there is a response. */
export async function unlessCancelled(
  send: (options: SendOptions) => Promise<Send>,
  { client, cancelled, tell }: Pick<Asked, 'client' | 'cancelled' | 'tell'>,
): Promise<Send> {
  const idempotencyKey = randomUUID()
  let isAnswered = false
  const sending = send({ idempotencyKey }).finally(() => {
    isAnswered = true
  })
  const stop = () =>
    void stopped(client, { idempotencyKey, isAnswered: () => isAnswered })
      .then(inWords, () => 'A send was cancelled, and nothing says what became of it: service status.')
      .then(tell)
  cancelled.addEventListener('abort', stop, { once: true })
  try {
    return await sending
  } finally {
    cancelled.removeEventListener('abort', stop)
  }
}

interface Sent {
  idempotencyKey: string
  isAnswered(): boolean
}

/**
 * Returns undefined if the service never received the send. Looks again while the request may still be on its way to
 * the service.
 */
async function stopped(client: Client, { idempotencyKey, isAnswered }: Sent): Promise<Send | undefined> {
  for (;;) {
    const isLast = isAnswered()
    const [found] = await client.list_sends({ idempotency_key: idempotencyKey })
    if (found !== undefined) return client.cancel_send({ id: found.id })
    if (isLast) return undefined
    await pause(askAgainMs)
  }
}

function inWords(send: Send | undefined): string {
  if (send === undefined || send.error?.code === 'send_cancelled') return 'A send was cancelled: nothing was sent.'
  return `A send was cancelled too late: ${send.id} is ${send.state}.`
}
