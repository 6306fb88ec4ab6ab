/** A program with a language model gets tools that read messages, by the command that the page shows. */
import { mcpClient } from '../../../test/harness/mcp-client.ts'
import type { Journey } from '../journey.ts'
import { nameOf, people } from '../place.ts'

/** The command with its arguments, as the program was told. */
let entry: string[] = []

export const connectAgent: Journey = {
  name: 'agent',
  title: 'Connect an AI assistant',
  wants: 'Claude or another assistant that speaks MCP shall be able to read messages, and not to send any.',
  ends: 'the assistant finds the messages of a person by name, and has no tool that sends',
  path: '/app/settings',
  place: { hasPassword: true },
  async go(person, { terminal }) {
    await person.press('link', 'Security')
    await person.press('button', 'Copy service mcp --setup')
    await person.show('Security shows the commands that connect an assistant.')
    const command = await person.pasted()
    const printed = await person.elsewhere(`Paste \`${command}\` into Terminal, and press Enter.`, () =>
      terminal(...command.split(' ').slice(1)),
    )
    await person.elsewhere('Paste what it prints into the settings of the assistant.', async () => {
      const [json = ''] = /^\{.*?^\}/ms.exec(printed) ?? []
      const { mcpServers } = JSON.parse(json) as { mcpServers: { messages: { command: string; args: string[] } } }
      entry = [mcpServers.messages.command, ...mcpServers.messages.args]
    })
  },
  async shown({ mac }) {
    await using assistant = await mcpClient(mac.home, { command: entry })
    const tools = await assistant.tools()
    const { text } = await assistant.call('get_messages', { conversation: nameOf(people.fern) })
    if (tools.includes('send_message') || !text.includes('Hello from Fern'))
      throw new Error(`The assistant has ${tools.join(', ')}, and read ${text}`)
  },
}
