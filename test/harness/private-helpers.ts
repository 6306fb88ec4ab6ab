/** Stand-ins for the private helpers that owners run: they speak the two protocols, and act on the simulated Mac. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TemporaryMac } from '../../simulator/temporary-mac.ts'

interface Asked {
  method: string
  path: string
  body: Record<string, unknown>
}

export interface BlueBubblesStandIn extends AsyncDisposable {
  url: string
  asked: Asked[]
  /** The response that it gives instead of doing as asked. */
  answers: { privateApi: boolean; isConnected: boolean; fault: { status: number; message: string } | null }
}

/** A password that has to be encoded on the way. */
export const helperPassword = 'secret &+?'

export async function blueBubblesStandIn({ messages }: TemporaryMac): Promise<BlueBubblesStandIn> {
  const asked: Asked[] = []
  const answers: BlueBubblesStandIn['answers'] = { privateApi: true, isConnected: true, fault: null }
  const answerTo = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const raw = await text(request)
    const body = raw === '' ? {} : (JSON.parse(raw) as Record<string, unknown>)
    const failed = (status: number, message: string) => ({
      status,
      body: { status, message: 'You’ve made a bad request!', error: { type: 'iMessage Error', message } },
    })
    if (searchParams.get('password') !== helperPassword) return failed(401, 'Unauthorized')
    const { method = '' } = request
    const good = (data: unknown = null) => ({ status: 200, body: { status: 200, message: 'Success', data } })
    const path = pathname.replace(/^\/api\/v1\//, '')
    if (path === 'server/info')
      return good({
        server_version: '1.9.9',
        private_api: answers.privateApi,
        helper_connected: answers.isConnected,
      })
    asked.push({ method, path: decodeURIComponent(path), body })
    if (answers.fault !== null) return failed(answers.fault.status, answers.fault.message)
    const [, guid = ''] = /^message\/([^/]+)\/(edit|unsend)$/.exec(decodeURIComponent(path)) ?? []
    if (path === 'message/react') {
      const [, minus, kind] = /^(-?)(.+)$/.exec(String(body.reaction)) ?? []
      const tapback = { target: String(body.selectedMessageGuid), kind: kind as 'love' }
      if (minus === '-') messages.removeTapback(tapback)
      else messages.tapback(tapback)
    } else if (path.endsWith('/edit')) messages.edit({ message: guid, text: String(body.editedMessage) })
    else if (path.endsWith('/unsend')) messages.unsend({ message: guid })
    return good()
  }
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const program = join(import.meta.dirname, 'imsg-stand-in.ts')

/** Installs a program `imsg` on the simulated Mac. */
export function imsgStandIn({ home }: TemporaryMac) {
  const folder = join(home, 'helper')
  const [path, log] = [join(folder, 'imsg'), join(folder, 'asked.jsonl')]
  mkdirSync(folder)
  writeFileSync(log, '')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' '${home}' '${log}' "$@"\n`)
  chmodSync(path, 0o755)
  return {
    path,
    asked: (): Array<{ method: string; params: object }> =>
      readFileSync(log, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : JSON.parse(line))),
  }
}
