import { expect, it } from 'vitest'
import { sendOf } from '../actions/test-sending.ts'
import type { Send } from '../contract/send.ts'
import { LostResponse } from './proven-fetch.ts'
import { TrackedSend } from './tracked-send.ts'

const lost = () => Promise.reject(new LostResponse('The connection ended.'))

/** A service that knows the given sends, one after the other each time that it is asked, and the last one from then on. */
function tracking(known: (Send | undefined)[], withinMs?: number) {
  const cancelled: string[] = []
  const asked: string[] = []
  const client = {
    async list_sends({ idempotency_key = '' } = {}) {
      asked.push(idempotency_key)
      const send = known.length > 1 ? known.shift() : known[0]
      return send === undefined ? [] : [send]
    },
    async cancel_send({ id }: { id: string }) {
      cancelled.push(id)
      return sendOf({ id, state: 'failed' })
    },
  }
  return { send: new TrackedSend(client, 'k', withinMs), cancelled, asked }
}

it('a send whose response was lost is found again by its key', async () => {
  const { send, asked } = tracking([undefined, undefined, sendOf({ state: 'queued' })])
  expect(await send.request(lost)).toMatchObject({ id: 'one', state: 'queued' })
  expect(asked).toEqual(['k', 'k', 'k'])
})

it('a connection that ends within the response is lost, too', async () => {
  const reset = () => Promise.reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  expect(await tracking([sendOf()]).send.request(reset)).toMatchObject({ id: 'one' })
})

it('a send that the service does not know afterwards is uncertain, and the error names its key', async () => {
  const { send } = tracking([undefined], 1)
  await expect(send.request(lost)).rejects.toMatchObject({ code: 'send_uncertain', details: { key: 'k' } })
})

it('a refused order is not looked for', async () => {
  const { send, asked } = tracking([sendOf()])
  await expect(send.request(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(asked).toEqual([])
})

it('a send is cancelled before its response, as soon as the service knows it', async () => {
  const { send, cancelled } = tracking([undefined, sendOf()])
  void send.request(() => Promise.withResolvers<Send>().promise)
  expect(await send.cancel()).toMatchObject({ id: 'one', state: 'failed' })
  expect(cancelled).toEqual(['one'])
})

it('there is nothing to cancel when the order was refused', async () => {
  const { send, cancelled } = tracking([undefined])
  await send.request(() => Promise.reject(new Error('refused'))).catch(() => undefined)
  expect([await send.cancel(), cancelled]).toEqual([undefined, []])
})
