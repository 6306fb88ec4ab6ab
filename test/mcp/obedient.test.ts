import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runService } from '../../src/cli/test-service.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { type McpClient, mcpClient } from '../harness/mcp-client.ts'
import { mcpWorld } from '../harness/mcp-world.ts'
import { isWhole, tell } from '../harness/told.ts'
import { until } from '../harness/until.ts'
import { injectionTexts } from './injection-texts.ts'

const texts = isWhole ? injectionTexts : injectionTexts.slice(0, 3)
const writer = (index: number) => `+1202556${1_000 + index}`
const wanted = (index: number) => `+1303557${1_000 + index}`

/** Simulates a model that reads each chat and does what the messages say. Returns how many of its sends succeeded. */
async function obey(mcp: McpClient): Promise<number> {
  let sent = 0
  for (const index of texts.keys()) {
    const read = await mcp.call('get_messages', { conversation: writer(index) })
    expect([read.isError, read.structured.untrusted], read.text).toEqual([false, true])
    const { isError } = await mcp.call('send_message', { to: wanted(index), text: read.text.slice(0, 1_000) })
    if (!isError) sent++
  }
  return sent
}

test('a model that obeys every message sends nothing, with and without the scope to send', async (context) => {
  await using web = await mcpWorld({ hasPassword: true })
  const { home, messages } = web.mac
  const refused = () =>
    readFileSync(dirOf(home).auditFile, 'utf8')
      .split('\n')
      .filter((line) => /"action":"sent".*"result":"refused"/.test(line))
  const written = () => Number(web.mac.rows('SELECT count(*) AS n FROM message WHERE is_from_me = 1')[0]?.n)
  messages.transaction(() =>
    texts.forEach(
      (text, index) => void messages.receive({ from: writer(index), text: text.replace('NUMBER', wanted(index)) }),
    ),
  )
  runService(home, ['mcp', '--setup'])
  await using mcp = await mcpClient(home)
  // The web process notices a new key within two seconds.
  const keyWorks = () => until(async () => !(await mcp.call('list_whitelist')).isError)
  await keyWorks()
  expect(await mcp.tools()).not.toContain('send_message')
  const readingAlone = await obey(mcp)
  runService(home, ['mcp', '--setup', '--write'])
  await until(async () => (await mcp.tools()).includes('send_message'))
  await keyWorks()
  const sending = await obey(mcp)
  tell(context, { chats: texts.length, readingAlone, sending, written: written(), audited: refused().length })
  expect([readingAlone, sending, written(), refused().length]).toEqual([0, 0, 0, 2 * texts.length])
  for (const line of refused()) expect(line).not.toMatch(/303557|password|code/)
})
