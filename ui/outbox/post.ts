/** Submits one pending send to the service and reports the result. */
import { ClientError } from '../../src/client/client-error.ts'
import type { Send } from '../../src/contract/send.ts'
import { client } from '../api/client.ts'
import type { PendingSend } from './outbox.ts'
import type { Happening } from './transitions.ts'
import { upload } from './upload.ts'

export async function post(pending: PendingSend, onProgress: (share: number) => void): Promise<Happening> {
  try {
    return { is: 'told', send: await sent(pending, onProgress) }
  } catch (error) {
    // The page is leaving for the login, and this is sent afterwards.
    if (!(error instanceof ClientError) || error.status === 401 || isNoAnswer(error)) return { is: 'unanswered' }
    const { code, message, details } = error
    return { is: 'refused', refusal: { code, message, details } }
  }
}

/**
 * Whether there was no response, or a gateway responded in place of the service: the service itself gives a code for
 * what it refuses.
 */
const isNoAnswer = ({ status, code }: ClientError): boolean =>
  status === 0 || (code === 'internal' && [502, 503, 504].includes(status))

function sent(pending: PendingSend, onProgress: (share: number) => void): Promise<Send> {
  const { guid, handle, text, file, isConfirmed: confirm, idempotencyKey } = pending
  if (file !== null) return upload({ handle: handle ?? guid, file, confirm, idempotencyKey, onProgress })
  const key = { idempotencyKey }
  return handle === null
    ? client.send_to_chat({ guid, text, confirm }, key)
    : client.send({ handle, text, confirm }, key)
}
