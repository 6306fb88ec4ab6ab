import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startService } from '../src/cli/test-service.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { type McpClient, mcpClient } from './harness/mcp-client.ts'
import { type WebProcess, webProcess } from './harness/web-process.ts'

const [anna, bob, other] = ['+12025550123', '+12025550124', '+12025550125'] as const
let web: WebProcess
let mcp: McpClient
let group = ''

beforeAll(async () => {
  web = await webProcess({
    hasPassword: false,
    config: { send: { per_minute: 1_000 } },
    prepare({ messages, contacts }) {
      const people = contacts.onMyMac
      people.add({ firstName: 'Søren', lastName: 'Łuk', phones: [anna] })
      people.add({ firstName: 'Bob', lastName: 'Twice', phones: [bob, other] })
      group = messages.createGroup({ members: [anna, bob], name: 'Book club' }).guid
      messages.receive({ from: anna, text: 'alone' })
      messages.receive({ from: anna, chat: group, text: 'together' })
    },
  })
  mcp = await mcpClient(web.mac.home)
})
afterAll(async () => {
  await mcp?.[Symbol.asyncDispose]()
  await web?.[Symbol.asyncDispose]()
})

/** Runs `service send` as a user types it. */
async function sendTo(recipient: string) {
  const { home } = web.mac
  const { child, stdout, stderr } = startService(home, ['send', recipient, 'Hi', '--no-wait', '--json'], {
    PATH: [join(home, 'bin'), process.env.PATH].join(delimiter),
  })
  child.stdin?.end()
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout: stdout(), stderr: stderr() }
}

it.each([
  ['a group by its name', 'Book club', () => ({ chat_guid: group })],
  ['a group in other letters', 'bóok CLUB', () => ({ chat_guid: group })],
  ['a person, whatever the accents', 'soren luk', () => ({ handle: anna })],
])('the command line and a language model resolve %s alike', async (_what, written, meant) => {
  const { status, stdout, stderr } = await sendTo(written)
  expect(status, stderr).toBe(exitCodes.done)
  expect(JSON.parse(stdout)).toMatchObject(meant())
  const { structured } = await mcp.call('send_message', { to: written, text: 'Hello' })
  expect(structured).toMatchObject(meant())
})

it('an ambiguous name is refused by both, with the same candidates', async () => {
  const typed = await sendTo('Bob Twice')
  const called = await mcp.call('send_message', { to: 'Bob Twice', text: 'Hello' })
  expect([typed.status, called.isError]).toEqual([exitCodes.usage, true])
  for (const said of [typed.stderr, called.text])
    for (const address of [bob, other]) expect(said).toContain(`Bob Twice <${address}>`)
})
