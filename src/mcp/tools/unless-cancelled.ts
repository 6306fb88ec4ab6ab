/** Stops a send when its call is cancelled, as long as nothing was handed to Messages; otherwise reports its state. */
import type { SendOptions } from '../../client/client-over.ts'
import type { Send } from '../../contract/send.ts'
import { TrackedSend } from '../../local-client/tracked-send.ts'
import type { ToolContext } from '../tool.ts'

export async function unlessCancelled(
  order: (options: SendOptions) => Promise<Send>,
  { client, cancelled, tell }: Pick<ToolContext, 'client' | 'cancelled' | 'tell'>,
): Promise<Send> {
  const send = new TrackedSend(client)
  const stop = () =>
    void send
      .cancel()
      .then(formatOutcome, () => 'A send was cancelled, and nothing says what became of it: service status.')
      .then(tell)
  cancelled.addEventListener('abort', stop, { once: true })
  try {
    return await send.request(order)
  } finally {
    cancelled.removeEventListener('abort', stop)
  }
}

function formatOutcome(send: Send | undefined): string {
  if (send === undefined || send.error?.code === 'send_cancelled') return 'A send was cancelled: nothing was sent.'
  return `A send was cancelled too late: ${send.id} is ${send.state}.`
}
