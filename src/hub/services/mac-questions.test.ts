import { type NatsConnection, NoRespondersError, RequestError, TimeoutError } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import type { Sql } from '../store/database.ts'
import { MacQuestions } from './mac-questions.ts'

const seen = { query: async () => [{}] } as unknown as Sql

/** The first error is that of nats-server since 2.15, the last that of one that does not tell. */
test.each([
  new RequestError('no responders', { cause: new NoRespondersError('rpc.home.here') }),
  new NoRespondersError('rpc.home.here'),
  new TimeoutError(),
])('a Mac that was seen a moment ago and does not answer is away: $name', async (error) => {
  const nats = { request: () => Promise.reject(error) } as unknown as NatsConnection
  const questions = new MacQuestions({ sql: seen, nats, nowMs: () => 0 })
  await expect(questions.ask('home', 'edit_message', { input: {} })).rejects.toMatchObject({ code: 'mac_offline' })
})
