import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { limitIdleConnections } from './idle-connections.ts'
import { maxConnections, serverLimits } from './server-limits.ts'

async function serverWithLimit(max: number) {
  const server = createServer(serverLimits.http, (_request, response) => void response.end('answer'))
  server.maxConnections = maxConnections
  limitIdleConnections(server, max)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const knock = () => connect(port, '127.0.0.1').on('error', () => {})
  const ask = (agent?: import('node:http').Agent) =>
    new Promise<string>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (response) => resolve(text(response))).on('error', reject)
    })
  return { server, knock, ask }
}

const closed = (socket: Socket) => (socket.closed ? Promise.resolve([]) : once(socket, 'close'))

it('closes the connection that has asked for nothing for longest', async () => {
  const { knock } = await serverWithLimit(2)
  const first = knock()
  await once(first, 'connect')
  const others = [knock(), knock()]
  await closed(first)
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false])
})

it('answers while thousands connect and ask for nothing', async () => {
  const { knock, ask } = await serverWithLimit(64)
  const idle = Array.from({ length: 2_000 }, knock)
  onTestFinished(() => idle.forEach((socket) => void socket.destroy()))
  for (let n = 0; n < 20; n++) expect(await ask()).toBe('answer')
})
