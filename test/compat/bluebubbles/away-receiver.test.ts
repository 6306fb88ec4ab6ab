import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { WebhookDelivery } from '../../../src/compat/bluebubbles/deliver-webhooks.ts'
import { silentLog } from '../../../src/contract/log-entry.ts'
import { BlueBubblesFile } from '../../../src/store/bluebubbles-file.ts'
import { testFolders } from '../../../src/store/test-folder.ts'
import { webhookReceiver } from '../../harness/bluebubbles-client.ts'
import { until } from '../../harness/until.ts'

const folderOfTest = testFolders(onTestFinished)
const [minuteMs, minutes] = [60_000, 60]
const conversations = ['anna', 'ben', 'club']

test('a receiver that is unreachable for an hour, then slow, then killed gets every event once, in order within each conversation', async () => {
  const path = join(folderOfTest(), 'bluebubbles.db')
  let nowMs = Date.UTC(2026, 5, 1)
  const open = () => {
    const file = new BlueBubblesFile({ path, onQuarantine: () => expect.unreachable() })
    const delivery = new WebhookDelivery({
      file,
      log: silentLog,
      nowMs: () => nowMs,
      mayRead: () => true,
      render: async ({ type, detail }) => ({ type, data: detail.data }),
    })
    return { file, delivery, close: () => delivery.close().then(() => file.close()) }
  }
  let here = open()
  let [asked, answering, isEnding, isKilled] = [0, 0, false, false]
  await using receiver = await webhookReceiver(async () => {
    const number = ++asked
    answering++
    await pause(number % 7)
    if (number === 40) {
      isEnding = true
      // An answer that is lost on its way would rightly be asked for again.
      await until(() => answering === 1)
      await receiver.stop()
      isKilled = true
    }
    answering--
    return isEnding || number % 11 === 0 ? 503 : 200
  })
  await receiver.stop()
  here.file.addWebhook({ url: receiver.url, events: ['*'], owner: 'key' }, nowMs)
  const told: string[] = []
  for (let minute = 0; minute < minutes; minute++, nowMs += minuteMs) {
    const conversation = conversations[minute % conversations.length] ?? ''
    const text = `${conversation} ${minute}`
    told.push(text)
    here.file.addPending({ type: 'new-message', conversation, rowid: 0, detail: { data: { text } } }, nowMs)
    here.file.release(here.file.pending(), nowMs)
    here.delivery.run()
    if (minute !== 30) continue
    await until(() => here.file.webhooks()[0]?.failingSinceMs !== null)
    // Meanwhile the service is restarted, too.
    await here.close()
    here = open()
  }
  expect(here.file.webhooks()[0]).toMatchObject({ waiting: minutes, dropped: 0, delivered: 0 })
  await receiver.start()
  await until(async () => {
    nowMs += 10_000
    here.delivery.run()
    if (isKilled) {
      await receiver.start()
      isKilled = false
      isEnding = false
    }
    return here.file.webhooks()[0]?.waiting === 0
  })
  await here.close()
  expect(asked).toBeGreaterThan(minutes)
  const accepted = receiver.accepted().map(({ data }) => String(data.text))
  expect(accepted.toSorted()).toEqual(told.toSorted())
  for (const who of conversations)
    expect(accepted.filter((text) => text.startsWith(who))).toEqual(told.filter((text) => text.startsWith(who)))
})
