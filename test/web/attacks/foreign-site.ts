/**
 * Serves a foreign site on a port of this machine: one page with one script, and an address that redirects elsewhere.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const script = readFileSync(new URL('foreign-page.js', import.meta.url))

export interface ForeignSite extends AsyncDisposable {
  port: number
  /** The paths that were requested. */
  asked: string[]
}

export async function foreignSite(): Promise<ForeignSite> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/page.js') return response.setHeader('content-type', 'text/javascript').end(script)
    if (request.url?.startsWith('/led?')) return response.writeHead(307, { location: request.url.slice(5) }).end()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.url === '/' ? '<body><script type="module" src="/page.js"></script>' : '<body>')
  })
  await once(server.listen(0), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
