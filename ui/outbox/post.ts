/** Submits one pending send to the service and reports the result. */

import { endpointTable } from 'virtual:endpoint-table'
import { ClientError, failureOf, unreachable } from '../../src/client/client-error.ts'
import type { Send } from '../../src/contract/send.ts'
import { surfaceHeader } from '../../src/contract/surfaces.ts'
import { client, leadToLogin, surface } from '../api/client.ts'
import type { PendingSend } from './outbox.ts'
import type { Happening } from './transitions.ts'

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
  const { guid, handle, from, text, file, sendAt, isConfirmed: confirm, idempotencyKey } = pending
  const later = sendAt ? { send_at: sendAt } : {}
  const more = handle !== null && from ? { ...later, from } : later
  if (file !== null) return upload({ handle: handle ?? guid, file, confirm, idempotencyKey, onProgress, more })
  const key = { idempotencyKey }
  return handle === null
    ? client.send_to_chat({ guid, text, confirm, ...later }, key)
    : client.send({ handle, text, confirm, ...more }, key)
}

interface Upload {
  /** A person's address or a chat GUID. */
  handle: string
  file: File
  confirm: boolean
  idempotencyKey: string
  more: { send_at?: string; from?: string }
  onProgress(share: number): void
}

/** Uploads a file and reports its progress, which `fetch` cannot. */
async function upload({ handle, file, confirm, idempotencyKey, onProgress, more }: Upload): Promise<Send> {
  const { csrf_token } = await client.page_session()
  const form = new FormData()
  form.append('handle', handle)
  form.append('confirm', String(confirm))
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  form.append('file', file, file.name)
  const request = new XMLHttpRequest()
  request.open('POST', endpointTable.send_file.path)
  request.setRequestHeader('idempotency-key', idempotencyKey)
  request.setRequestHeader(surfaceHeader, surface)
  if (csrf_token !== null) request.setRequestHeader('x-csrf-token', csrf_token)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
  const { promise, resolve } = Promise.withResolvers<void>()
  request.onloadend = () => resolve()
  request.send(form)
  await promise
  return answerOf(request)
}

async function answerOf({ status, responseText }: XMLHttpRequest): Promise<Send> {
  if (status === 0) throw unreachable(location.origin, surface, undefined)
  if (status === 401) leadToLogin()
  const response = new Response(responseText, { status })
  if (!response.ok) throw await failureOf(response)
  return response.json()
}
