import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messagesFolder } from '../../simulator/paths.ts'
import { createClient } from '../../src/client/client.ts'
import { until } from '../harness/until.ts'
import { webProcess } from '../harness/web-process.ts'

/** Runs as root without the capabilities that let it bypass file permissions. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

test('a web process without access to the folder of Messages runs, says so, and finds everything once it has access', async () => {
  const folders: string[] = []
  await using web = await webProcess({
    hasPassword: false,
    through: asOrdinaryUser,
    prepare({ home, messages }) {
      messages.receive({ from: '+12025550123', text: 'Found in the end' })
      folders.push(messagesFolder(home))
      chmodSync(messagesFolder(home), 0o000)
    },
  })
  const client = createClient({ baseUrl: web.url })
  await expect(client.list_conversations({})).rejects.toMatchObject({ code: 'messages_unreadable' })
  await until(async () => (await client.search_status({})).state === 'waiting')
  for (const folder of folders) chmodSync(folder, 0o755)
  await until(async () => (await client.search({ q: 'end' })).results.length === 1)
})
