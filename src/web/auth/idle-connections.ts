/** Connections that have not asked for anything yet: so many are kept open, then the one that waited longest goes. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Room beside all streams, and for as many browsers as may come at once. */
const maxIdle = 240

/** Ten thousand that only connect must not keep out those who ask: these are idle for a moment only. */
export function limitIdleConnections(server: Server, max = maxIdle): void {
  const idle = new Set<Socket>()
  const rest = (socket: Socket) => {
    idle.add(socket)
    const [longest] = idle
    if (idle.size > max) longest?.destroy()
  }
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => idle.delete(socket))
    rest(socket)
  })
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) rest(socket)
    })
  })
}
