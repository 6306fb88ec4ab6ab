/** Uploads a file and reports its progress, which `fetch` cannot. */
import { endpointTable } from 'virtual:endpoint-table'
import { failureOf, unreachable } from '../../src/client/client-error.ts'
import type { Send } from '../../src/contract/send.ts'
import { surfaceHeader } from '../../src/contract/surfaces.ts'
import { client, leadToLogin, surface } from '../api/client.ts'

interface Upload {
  /** A person's address or a chat GUID. */
  handle: string
  file: File
  confirm: boolean
  idempotencyKey: string
  onProgress(share: number): void
}

export async function upload({ handle, file, confirm, idempotencyKey, onProgress }: Upload): Promise<Send> {
  const { csrf_token } = await client.page_session()
  const form = new FormData()
  form.append('handle', handle)
  form.append('confirm', String(confirm))
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
