import { join } from 'node:path'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { Message } from '../contract/message.ts'
import { ServiceError } from '../domain/service-error.ts'
import { testFolders } from '../store/test-folder.ts'
import { openUploads } from '../store/uploads.ts'
import { testAccess, testApp } from '../web/test-app.ts'
import { createClient } from './client.ts'
import { ClientError } from './client-error.ts'

const folderOfTest = testFolders(onTestFinished)

async function clientOf(parts: Parameters<typeof testApp>[0] = {}, key?: string) {
  const tested = testApp(parts)
  const baseUrl = await tested.app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => tested.app.close())
  return { ...tested, client: createClient({ baseUrl, ...(key !== undefined && { key }) }), baseUrl }
}

test('path, query and body are built as the table says, whatever characters they contain', async () => {
  const { client, asked } = await clientOf()
  const guid = 'any;-;a/b%?#+ü@example.org'
  await client.list_messages({ guid, before_rowid: 3 })
  await client.mark_read({ guid, rowid: 4 })
  await client.search({ q: '"50% & more"' })
  expect(asked.map(({ name, input }) => [name, input])).toEqual([
    ['list_messages', { guid, limit: 100, before_rowid: 3 }],
    ['mark_read', { guid, rowid: 4 }],
    ['search', { q: '"50% & more"', limit: 20 }],
  ])
})

test('results have the types of the table', async () => {
  const { client } = await clientOf({ actions: { list_messages: () => [] } })
  const messages = await client.list_messages({ guid: 'any;-;x' })
  expectTypeOf(messages).toEqualTypeOf<Message[]>()
  expectTypeOf(client.list_conversations).parameter(0).toExtend<{ limit?: number; offset?: number } | undefined>()
  expect(messages).toEqual([])
  expect(await client.delete_rule({ id: '1' })).toBeUndefined()
})

test('bytes are returned as the response', async () => {
  const answer = { status: 200, headers: { 'content-type': 'image/png' }, body: Buffer.from('png') }
  const { client } = await clientOf({ actions: { get_attachment: () => answer } })
  expect(await (await client.get_attachment({ id: 'a' })).text()).toBe('png')
})

test('a file is sent as a form, with its name and the other fields', async () => {
  const uploads = openUploads({ folder: join(folderOfTest(), 'uploads'), needed: () => new Set() })
  const { client, asked } = await clientOf({ uploads })
  const file = new File(['the plan'], 'plän.pdf')
  await client.send_file({ handle: '+12025550123', file, text: 'here' }, { idempotencyKey: 'k' })
  expect(asked).toMatchObject([
    {
      input: { handle: '+12025550123', text: 'here', confirm: false },
      file: { name: 'plän.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      headers: { 'idempotency-key': 'k', 'x-csrf-token': 'csrf' },
    },
  ])
})

test('only sends accept an idempotency key', async () => {
  const { client, asked } = await clientOf()
  await client.send({ handle: '+12025550123', text: 'Hello' }, { idempotencyKey: 'k1' })
  await client.send_to_chat({ guid: 'any;-;x', text: 'Hello' })
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', undefined])
  expectTypeOf<Parameters<typeof client.add_to_whitelist>['length']>().toEqualTypeOf<1>()
})

test('every request carries the API key', async () => {
  const { client, asked } = await clientOf({}, 'svc_1')
  await client.version()
  await client.add_to_whitelist({ handle: '+12025550123' })
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer svc_1', 'Bearer svc_1'])
})

test("without a key, changes carry the page's token", async () => {
  const { client, asked } = await clientOf()
  await client.version()
  await client.add_to_whitelist({ handle: '+12025550123' })
  expect(asked.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'csrf'])
})

test('a session that was restarted elsewhere has another token, which is fetched once', async () => {
  let token = 'first'
  const { admit } = testAccess()
  const { client, asked } = await clientOf({
    access: {
      csrfToken: () => token,
      admit(request, endpoint) {
        if (request.method !== 'GET' && request.headers['x-csrf-token'] !== token)
          throw new ServiceError('forbidden', 'Not with this token.')
        return admit(request, endpoint)
      },
    },
  })
  await client.add_to_whitelist({ handle: '+12025550123' })
  token = 'second'
  await client.add_to_whitelist({ handle: '+12025550123' })
  expect(asked.map(({ headers }) => headers['x-csrf-token'])).toEqual(['first', 'second'])
})

test('a failure has the code, message and details of the service', async () => {
  const { client } = await clientOf({
    actions: {
      get_conversation() {
        throw new ServiceError('conversation_not_found', 'There is none.', { guid: 'x' })
      },
    },
  })
  const failure = await client.get_conversation({ guid: 'x' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ClientError)
  expect(failure).toMatchObject({ code: 'conversation_not_found', status: 404, details: { guid: 'x' } })
})

test('a service that does not respond causes another error than one that refuses', async () => {
  const { client, app } = await clientOf()
  await app.close()
  await expect(client.version()).rejects.toMatchObject({ code: 'unreachable', status: 0 })
})
