/** Limits the time until a request is whole. Only uploads may take longer, and Node has one limit for all requests. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'

const uploads = (Object.values(endpoints) as Endpoint[]).filter(({ upload }) => upload !== undefined)

const isUpload = ({ method, url }: IncomingMessage): boolean =>
  uploads.some((endpoint) => endpoint.method === method && endpoint.path === url)

/** Whether a body follows, of whatever length. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Calls `giveUp` if the request is not whole when the limit is over. */
export function limitTime(request: IncomingMessage, limitMs: number, giveUp: () => void): void {
  if (isUpload(request) || !hasBody(request)) return
  const timer = setTimeout(() => {
    if (!request.complete) giveUp()
  }, limitMs).unref()
  request.once('close', () => clearTimeout(timer))
}
