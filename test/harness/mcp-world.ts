/** Starts a web process at a known port over a few people, for programs that call it by MCP. */
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { type WebProcess, webProcess } from './web-process.ts'

export const anna = '+12025550123'
export const stranger = '+12025550999'
export const listed = '+12025550130'

interface Setup {
  hasPassword?: boolean
  config?: object
}

export async function mcpWorld({ hasPassword = false, config = {} }: Setup = {}): Promise<WebProcess> {
  const port = await unusedPort()
  return webProcess({
    hasPassword,
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
