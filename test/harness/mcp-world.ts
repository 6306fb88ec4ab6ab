/** Starts a web process at a known port over a few people, for programs that call it by MCP. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type WebProcess, webProcess } from './web-process.ts'

export const anna = '+12025550123'
export const stranger = '+12025550999'
export const listed = '+12025550130'

/** Returns a free port. The system does not assign the same port twice in a row. */
export async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Setup {
  hasPassword?: boolean
  config?: object
}

export async function mcpWorld({ hasPassword = false, config = {} }: Setup = {}): Promise<WebProcess> {
  const port = await unusedPort()
  return webProcess({
    ...{ hasPassword, port },
    config: { web: { port }, whitelist: { handles: [listed], groups: [] }, send: { per_minute: 1_000 }, ...config },
    prepare({ messages, contacts }) {
      const people = contacts.onMyMac
      people.add({ firstName: 'Anna', lastName: 'Keller', phones: [anna] })
      people.add({ firstName: 'Bob', lastName: 'Twice', phones: ['+12025550124', '+12025550125'] })
      messages.receive({ from: anna, text: 'The boat leaves at nine' })
      messages.receive({ from: anna, text: 'Bring the tickets' })
    },
  })
}
