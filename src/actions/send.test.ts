import { existsSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { Send } from '../contract/send.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { ActionRequest, Caller } from './action.ts'
import { getSend } from './get-send.ts'
import { listSends } from './list-sends.ts'
import { send } from './send.ts'
import { sendFile } from './send-file.ts'
import { sendToChat } from './send-to-chat.ts'
import { sendOf, testSending } from './test-sending.ts'
import { request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)

function servicesWith(becomes: Partial<Send> = {}) {
  const { sending, orders } = testSending(becomes)
  return { ...servicesOf({ sending }), orders }
}

const anna = '+12025550123'
const text = 'Dinner at eight?'
const file = { path: '/uploads/1', name: 'plan.pdf', sha256: 'ab' }
const by = (caller: Partial<Caller>): ActionRequest => ({ ...request, caller: { ...request.caller, ...caller } })

it('a text can be sent to a person, to a chat, and after a file to either', async () => {
  const { services, orders } = servicesWith()
  const guid = 'iMessage;+;chat1'
  await send({ handle: anna, text, service: 'SMS', confirm: true }, services, request)
  await sendToChat({ guid, text, confirm: false }, services, request)
  await sendFile({ handle: anna, text, confirm: false }, services, { ...request, file })
  await sendFile({ handle: guid, confirm: false }, services, { ...request, file })
  expect(orders).toEqual([
    { to: { handle: anna, service: 'SMS' }, text, isConfirmed: true, by: 'key:0a1b2c3d' },
    { to: { guid }, text, isConfirmed: false, by: 'key:0a1b2c3d' },
    { to: { handle: anna }, text, file, isConfirmed: false, by: 'key:0a1b2c3d' },
    { to: { handle: guid }, file, isConfirmed: false, by: 'key:0a1b2c3d' },
  ])
})

it.each([
  [{ via: 'open', id: null }, 'owner'],
  [{ via: 'session', id: 'ab' }, 'owner'],
  [{ via: 'key', id: '01234567' }, 'key:01234567'],
] as const)('%j sends as %s, with its idempotency key', async (caller, asker) => {
  const { services, orders } = servicesWith()
  await send({ handle: anna, text, confirm: false }, services, { ...by(caller), headers: { 'idempotency-key': 'k' } })
  expect(orders).toMatchObject([{ by: asker, idempotencyKey: 'k' }])
})

it.each(['queued', 'handed_over', 'landed', 'uncertain'] as const)('the send is returned when %s', async (state) => {
  const { services } = servicesWith({ state })
  expect(await send({ handle: anna, text, confirm: false }, services, request)).toEqual(sendOf({ state }))
})

it('a send that failed meanwhile is an error with its code and the send', async () => {
  const message = 'The recipient cannot be reached by this service (error 22). Check the address, or send it as SMS.'
  const failed = { state: 'failed', error: { code: 'recipient_unreachable', message } } as const
  const { services } = servicesWith(failed)
  const failure = await Promise.resolve(send({ handle: anna, text, confirm: false }, services, request)).catch((e) => e)
  expect(failure).toBeInstanceOf(ServiceError)
  expect(failure).toMatchObject({ code: 'recipient_unreachable', details: { send: sendOf(failed) } })
  expect(failure.message).toBe(`It could not be sent. ${message}`)
})

it('the audit log records who sent how much, and neither the content nor the recipient', async () => {
  const { services, audited } = servicesWith()
  await send({ handle: anna, text, confirm: false }, services, request)
  await sendFile({ handle: anna, confirm: false }, services, { ...request, file })
  expect(audited()).toMatchObject([
    { action: 'sent', principal: 'key:0a1b2c3d', target: 'one text, 16 characters', result: 'ok' },
    { action: 'sent', principal: 'key:0a1b2c3d', target: 'one text' },
  ])
  expect(JSON.stringify(audited())).not.toMatch(/Dinner|2025550123|plan/)
})

it('a repeated idempotency key is not audited again', async () => {
  const { services, dir } = servicesWith({ created_at: '2026-05-31T23:59:59.000Z' })
  await send({ handle: anna, text, confirm: false }, services, request)
  expect(dir.auditFile).not.toSatisfy((path: string) => existsSync(path))
})

it('sends are listed, and found by their id', async () => {
  const { services } = servicesWith()
  expect(await listSends({ limit: 50, state: 'landed' }, services, request)).toEqual([sendOf()])
  expect(await listSends({ limit: 50, state: 'failed' }, services, request)).toEqual([])
  expect(await getSend({ id: 'one' }, services, request)).toEqual(sendOf())
  await expect(getSend({ id: 'two' }, services, request)).rejects.toMatchObject({ code: 'send_not_found' })
})
