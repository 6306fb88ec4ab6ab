/** Finds a free port on loopback: the wanted one where it is free. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const usual = 8_723

/** Wants the usual port of the web process, unless another is given. */
export const freePort = async (wanted = usual): Promise<number> => (await tryPort(wanted)) ?? (await tryPort(0)) ?? 0

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen({ port, host: '127.0.0.1' })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch {
    return undefined
  } finally {
    server.close()
  }
}
