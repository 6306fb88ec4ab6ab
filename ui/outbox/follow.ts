/** Follows sends that the service has accepted to their final state, by events and by polling. */
import type { StreamEvent } from '../../src/contract/events.ts'
import { isHub } from '../api/answers.ts'
import { client } from '../api/client.ts'
import { onEvent } from '../live/events.ts'
import { happen } from './happen.ts'
import { hasLanded, mayBeIn, type PendingSend } from './outbox.ts'
import { useOutbox } from './outbox-store.ts'
import { isUnderWay } from './transitions.ts'

const askEveryMs = 2_500
/** After this long, only an event changes the state. */
const askForMs = 10 * 60_000
/** After this long, nothing more is expected of a row that was never reported as sent. */
const landedForMs = 60_000

export function follow(signal: AbortSignal): void {
  const end = onEvent((event) => void hear(event))
  const openedMs = Date.now()
  const timer = setInterval(() => {
    const nowMs = Date.now()
    for (const one of useOutbox.getState().pending)
      if (
        (isUnderWay(one) || one.state === 'scheduled') &&
        nowMs - Math.max(one.sinceMs, openedMs) < (hasLanded(one) ? landedForMs : askForMs)
      )
        void ask(one)
  }, askEveryMs)
  signal.addEventListener('abort', () => {
    end()
    clearInterval(timer)
  })
}

async function ask({ clientId, sendId, state, rowid }: PendingSend): Promise<void> {
  const send = await client.get_send({ id: sendId ?? '' }).catch(() => undefined)
  if (send !== undefined && (send.state !== state || send.rowid !== rowid)) happen(clientId, { is: 'told', send })
}

async function hear(event: StreamEvent): Promise<void> {
  const { pending } = useOutbox.getState()
  if (event.type === 'send_updated') {
    const one = pending.find(({ sendId }) => sendId === event.id)
    if (one !== undefined && (one.state !== event.state || one.rowid !== event.rowid)) await ask(one)
    // A hub may hear of a send before it has the message, whose own event follows.
    else if (one === undefined && !isHub && event.rowid !== null && event.chat_guid !== null)
      await claim({ guid: event.chat_guid, rowid: event.rowid })
  } else if (event.type === 'message_sent') await claim({ guid: event.chat_guid, rowid: event.rowid })
}

interface Row {
  guid: string
  rowid: number
}

/**
 * A row that arrives before the response is assigned to the first send under way, and released when its content
 * differs.
 */
async function claim({ guid, rowid }: Row): Promise<void> {
  const { pending } = useOutbox.getState()
  const inFlight = pending.filter((one) => one.state === 'sending' || isUnderWay(one))
  if (inFlight.some((one) => one.rowid === rowid)) return
  const one = inFlight.find((each) => each.rowid === null && mayBeIn(each.guid, guid))
  if (one === undefined) return
  happen(one.clientId, { is: 'claimed', rowid })
  if (!(await says(one, { guid, rowid }))) happen(one.clientId, { is: 'unclaimed', rowid })
}

async function says({ text, file }: PendingSend, { guid, rowid }: Row): Promise<boolean> {
  const [message] = await client.list_messages({ guid, after_rowid: rowid - 1, limit: 1 }).catch(() => [])
  if (message?.rowid !== rowid || !message.is_from_me) return false
  return file === null ? message.text === text : message.attachments.length > 0
}
