import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchable, type WebHere, webHere } from '../harness/web-here.ts'

let web: WebHere

const senders = {
  '+12025550123': { filtered: 0, category: 'known' },
  '+12025550145': { filtered: 1, category: 'unknown' },
  '+12025550177': { filtered: 2, category: 'junk' },
  '24273(smsft)': { filtered: 0, category: 'transaction' },
  '24274': { filtered: 36, category: 'transaction' },
  '56249(smsfp)': { filtered: 3, category: 'promotion' },
  '56250': { filtered: 117, category: 'other' },
} as const

beforeAll(async () => {
  web = await webHere({ mac: { macos: 27 } })
  const { messages } = web.mac
  for (const [address, { filtered, category }] of Object.entries(senders)) {
    const { guid: chat } = messages.directChat({ with: address, service: 'SMS', filtered })
    messages.receive({ from: address, text: `parcel ${category}`, service: 'SMS', chat })
  }
  const { guid } = messages.directChat({ with: '+12025550199', service: 'SMS', blackholed: true })
  messages.receive({ from: '+12025550199', text: 'parcel blocked', service: 'SMS', chat: guid })
  const single = messages.receive({ from: '+12025550123', text: 'parcel single', service: 'SMS' })
  messages.fileMessage({ message: single, as: 'promotion' })
  const columns = { filter_action: 90, filter_sub_action: 7 }
  messages.receive({ from: '+12025550123', text: 'parcel of another day', service: 'SMS', columns })
  await searchable(web, Object.keys(senders).length + 3)
})
afterAll(() => web?.[Symbol.asyncDispose]())

const listed = async () => (await web.client.list_conversations()).map(({ handle, category }) => [handle, category])
const found = async () => (await web.client.search({ q: 'parcel' })).results.map(({ message }) => message.text)
const tried = async (conditions: string) =>
  (await web.client.test_rule({ conditions, days: 1 })).matches.map(({ text }) => text).toSorted()
const expectedOf = (hidden: readonly string[]) =>
  Object.entries(senders).flatMap(([handle, { category }]) => (hidden.includes(category) ? [] : [[handle, category]]))

test('all categories but junk and blocked senders are listed, found and evaluated by rules', async () => {
  expect((await listed()).toSorted()).toEqual(expectedOf(['junk']).toSorted())
  await expect
    .poll(async () => (await found()).toSorted())
    .toEqual([
      'parcel known',
      'parcel of another day',
      'parcel other',
      'parcel promotion',
      'parcel single',
      'parcel transaction',
      'parcel transaction',
      'parcel unknown',
    ])
  expect(await tried('category:transaction')).toEqual(['parcel transaction', 'parcel transaction'])
  expect(await tried('category:other')).toEqual(['parcel of another day', 'parcel other'])
  expect(await tried('contains:parcel NOT category:promotion NOT category:transaction NOT category:other')).toEqual([
    'parcel known',
    'parcel unknown',
  ])
})

test('of the conversations named in a request the visible ones are listed, each once even under several spellings', async () => {
  const [shown, junk] = ['+12025550123', '+12025550177']
  const guids = [`any;-;${shown}`, `any;-;${junk}`, 'any;-;+12025550000', `SMS;-;${shown}`]
  const named = await web.client.list_conversations({ guids: guids.join(',') })
  expect(named.map(({ handle }) => handle)).toEqual([shown])
  await expect(web.client.list_conversations({ guids: 'a,' })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a setting decides which categories are shown, and takes effect at once everywhere', async () => {
  await web.client.change_settings({ categories: { shown: ['junk', 'transaction'] } })
  expect((await listed()).toSorted()).toEqual(expectedOf(['known', 'unknown', 'promotion', 'other']).toSorted())
  expect((await found()).toSorted()).toEqual(['parcel junk', 'parcel transaction', 'parcel transaction'])
  expect(await tried('contains:parcel')).toEqual(['parcel junk', 'parcel transaction', 'parcel transaction'])
  await web.client.change_settings({ categories: null })
  expect(await listed()).toHaveLength(6)
})

test("a sender of the SMS filter is shown without the filter's mark", async () => {
  const names = (await web.client.list_conversations()).map(({ display_name }) => display_name)
  expect(names).toEqual(expect.arrayContaining(['24273', '56249']))
})

test('an unknown category is refused', async () => {
  await expect(web.client.change_settings({ categories: { shown: ['spam'] } })).rejects.toThrow('categories.shown.0')
})
