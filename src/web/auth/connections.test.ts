import { once } from 'node:events'
import { type Agent, createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { Connections, connectionPlaces, type Standing } from './connections.ts'
import { serverLimits } from './server-limits.ts'

const standings: Readonly<Record<string, Standing>> = { '/known': 'known', '/open': 'open', '/stream': 'stream' }

/**
 * Responds once the body is whole, and takes each caller for what the path says; never responds to `/stream` and
 * `/held`.
 */
async function serverWith(places: Partial<typeof connectionPlaces>) {
  const told: string[] = []
  let begun = 0
  const connections = new Connections(
    {
      overloaded: (socket) => void socket.end('overloaded', () => told.push('overloaded')),
      tooSlow: (socket) => void socket.end('too slow', () => told.push('too slow')),
    },
    { ...connectionPlaces, ...places },
  )
  const server = createServer({ ...serverLimits.http, requestTimeout: 0 }, (request, response) => {
    begun++
    connections.begin(request, response)
    connections.stand(request, standings[request.url ?? ''] ?? 'stranger')
    if (request.url !== '/stream' && request.url !== '/held') request.resume().on('end', () => response.end('answer'))
  })
  connections.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const open = async (sent = ''): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    const before = begun
    socket.resume().write(sent)
    if (sent !== '') await expect.poll(() => begun).toBeGreaterThan(before)
    return socket
  }
  const ask = (path = '/', agent: Agent | false = false) =>
    new Promise<string>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, (response: IncomingMessage) => resolve(text(response))).on(
        'error',
        reject,
      )
    })
  return { open, ask, told }
}

const head = (path: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n`
const held = 'GET /held HTTP/1.1\r\nhost: x\r\n\r\n'
const closed = (socket: Socket) => (socket.closed ? Promise.resolve([]) : once(socket, 'close'))
const areOpen = (sockets: Socket[]) => sockets.map((socket) => !socket.closed)

it('closes the connection that has waited longest when too many have no request', async () => {
  const { open } = await serverWith({ idle: 2 })
  const sockets = [await open(), await open(), await open()]
  await closed(sockets[0] as Socket)
  expect(areOpen(sockets)).toEqual([false, true, true])
})

it('when too many bodies arrive, the oldest is refused with a response and the newest is read', async () => {
  const { open, ask, told } = await serverWith({ bodies: { stranger: 2, others: 2 } })
  const known = await open(head('/known'))
  const strangers = [await open(head('/')), await open(head('/')), await open(head('/'))]
  await closed(strangers[0] as Socket)
  expect([told, areOpen([known, ...strangers])]).toEqual([['overloaded'], [true, false, true, true]])
  expect(await ask()).toBe('answer')
})

it('limits the time for the body of a stranger, not for that of others', async () => {
  const { open, told } = await serverWith({ strangerBodyMs: 50 })
  const known = await open(head('/known'))
  await closed(await open(head('/')))
  expect([told, areOpen([known])]).toEqual([['too slow'], [true]])
})

it('when all connections are in use, strangers are closed before known callers, and streams last', async () => {
  const { open, ask } = await serverWith({ inAll: 4 })
  const stream = await open('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
  const known = await open(head('/known'))
  const others = [await open(held), await open(held)]
  expect(await ask('/known')).toBe('answer')
  await closed(others[0] as Socket)
  const more = [await open(held), await open(held), await open(held)]
  await closed(others[1] as Socket)
  expect(await ask('/known')).toBe('answer')
  expect(areOpen([stream, known])).toEqual([true, true])
  expect(more).toHaveLength(3)
})

it('responds while thousands connect and send nothing', async () => {
  const { open, ask } = await serverWith({ idle: 64 })
  await Promise.all(Array.from({ length: 2_000 }, () => open()))
  for (let n = 0; n < 20; n++) expect(await ask()).toBe('answer')
})
