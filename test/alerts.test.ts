import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { runHere } from '../src/cli/test-run-here.ts'
import { exitCodes } from '../src/contract/errors.ts'
import { toWebhook } from './harness/bridge-process.ts'
import { anna, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'
import { webHere } from './harness/web-here.ts'

const alerts = { after_minutes: 1, queued: 1 }

test('the API, the stream, status and doctor report an unreachable destination in the same words until it is repaired', async () => {
  let answer = 503
  await using relay = await relaySetup({ config: { alerts }, answer: () => answer })
  const { mac, receiver } = relay
  await using web = await webHere({ over: mac, config: { ...toWebhook(receiver.url), alerts } })
  const events: [type: string, id: string][] = []
  const stream = new AbortController()
  const opened = Promise.withResolvers<void>()
  const ended = (async () => {
    const options = { signal: stream.signal, onId: () => opened.resolve() }
    for await (const { value } of web.client.events({}, options))
      if (value.type === 'alert_raised' || value.type === 'alert_cleared') events.push([value.type, value.alert.id])
  })()
  await opened.promise

  mac.messages.receive({ from: anna, text: 'A word of mine' })
  const current = async () => (await web.client.list_alerts()).alerts
  await until(async () => (await current()).length === 1)
  const [alert] = await current()
  expect(alert).toMatchObject({ kind: 'deliveries_failing', plugin: 'webhook', queued: 1 })

  const PATH = [mac.bin, process.env.PATH].join(delimiter)
  const command = (...args: string[]) => runHere(mac.home, args, { PATH })
  // Between two attempts, all of them say the same time of the next one.
  let said = { api: '', status: '', doctor: '' }
  await until(
    async () => {
      const [status, doctor] = [await command('status'), await command('doctor')]
      expect([status.status, doctor.status]).toEqual([exitCodes.alert, exitCodes.alert])
      const line = (text: string) => /^✗ (Deliveries .*)$/m.exec(text)?.[1] ?? ''
      said = { api: (await current())[0]?.summary ?? '', status: line(status.stdout), doctor: line(doctor.stdout) }
      return said.status === said.api && said.doctor === said.api
    },
    { describe: () => `the same words: ${JSON.stringify(said)}` },
  )
  expect(said.api).toMatch(/^Deliveries to Webhook have been failing since .* 1 queued/)
  expect(JSON.stringify([said, alert])).not.toContain('A word of mine')

  answer = 204
  await web.client.retry_plugin({ name: 'webhook' })
  await until(async () => (await current()).length === 0)
  await until(() => events.length === 2)
  expect(events).toEqual([
    ['alert_raised', alert?.id],
    ['alert_cleared', alert?.id],
  ])
  expect((await command('status')).status).toBe(exitCodes.done)
  stream.abort()
  await ended
})
