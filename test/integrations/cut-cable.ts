/** Forwards to a server on loopback through a connection that can be cut in the middle of any transfer. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Cable extends AsyncDisposable {
  port: number
  /** Drops what the server sends until the next cut. */
  swallowAnswers(): void
  cut(): void
}

export async function cableTo(target: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let swallows = false
  const cut = () => {
    swallows = false
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [client, far])
      sockets.add(socket.on('error', () => undefined).on('close', () => far.destroy()))
    client.on('data', (bytes) => void far.write(bytes))
    far.on('data', (bytes) => void (swallows || client.write(bytes)))
    far.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    swallowAnswers() {
      swallows = true
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
    },
  }
}
