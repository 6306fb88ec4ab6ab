import { expect, onTestFinished, test } from 'vitest'
import { webHere } from '../harness/web-here.ts'

const [international, national] = ['+4917012345678', '0170 123 456 78']

async function webWith(handles: string[] = []) {
  const web = await webHere({ config: { whitelist: { handles } } })
  onTestFinished(() => web[Symbol.asyncDispose]())
  web.mac.messages.receive({ from: international, text: 'Hallo' })
  return web.client
}

test.each([
  [international, national],
  [national, international],
])(
  'a person who is listed as %s is not added as %s, and the response is the existing entry',
  async (listed, written) => {
    const client = await webWith([listed])
    const [before] = await client.list_whitelist()
    expect(await client.add_to_whitelist({ handle: written })).toEqual({ ...before, added: false })
    expect(await client.list_whitelist()).toEqual([before])
    expect(await client.remove_from_whitelist({ handle: written })).toEqual({ ...before, removed: true })
    expect(await client.list_whitelist()).toEqual([])
  },
)

test('an entry shows the last message under any notation of its handle', async () => {
  const client = await webWith()
  const [conversation] = await client.list_conversations()
  for (const handle of [national, international, 'tel:+4917012345678']) {
    const entry = await client.add_to_whitelist({ handle })
    expect(entry).toMatchObject({ added: true, last_message_ts: conversation?.last_message_ts })
    const { added: _, ...shown } = entry
    expect(await client.list_whitelist()).toEqual([shown])
    await client.remove_from_whitelist({ handle })
  }
})

test('a number that may belong to two people shows the later message of the two', async () => {
  const web = await webHere()
  onTestFinished(() => web[Symbol.asyncDispose]())
  web.mac.messages.receive({ from: '+12025550123', text: 'first' })
  web.mac.messages.receive({ from: '+442025550123', text: 'second' })
  const [newest] = await web.client.list_conversations()
  expect(await web.client.add_to_whitelist({ handle: '2025550123' })).toMatchObject({
    last_message_ts: newest?.last_message_ts,
  })
})
