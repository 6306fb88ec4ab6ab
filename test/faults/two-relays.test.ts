import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteScriptRuns, scriptRuns } from '../../simulator/programs/script-runs.ts'
import { runBridge } from '../../src/bridge/main.ts'
import { saveConfig } from '../../src/store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../src/store/service-dir.ts'
import { bridgeHere } from '../harness/bridge-here.ts'
import { toWebhook } from '../harness/bridge-process.ts'
import { startReceiver } from '../harness/receiver.ts'
import { anna, ben } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'
import { sentRows } from '../sending/rows.ts'
import { sendingAt, textTo } from '../sending/setup.ts'

test('two relays with separate data folders over one database each relay everything once, and a send goes out once', async () => {
  await using relay = await bridgeHere()
  const { mac } = relay
  noteScriptRuns(mac.home)
  await using elsewhere = await startReceiver()
  const dir = serviceDir(join(mac.home, 'second-relay'))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, toWebhook(elsewhere.url))
  const second = runBridge({ home: mac.home, base: dir.base, path: mac.bin })
  const here = sendingAt(mac.home)
  const texts = Array.from({ length: 20 }, (_, index) => `to both ${index}`)
  try {
    mac.messages.receive({ from: ben, text: 'before' })
    await until(() => elsewhere.texts().length === 1 && relay.receiver.texts().length === 1)
    for (const text of texts) mac.messages.receive({ from: anna, text })
    const { id } = await here.sending.send(textTo(anna, 'sent once', { idempotencyKey: 'k' }))
    for (const { receiver } of [relay, { receiver: elsewhere }])
      await until(() => receiver.texts().length > texts.length, { describe: () => JSON.stringify(receiver.texts()) })
    await until(() => here.sending.get(id)?.state === 'delivered')
    mac.messages.receive({ from: ben, text: 'after' })
    await until(() => [relay.receiver, elsewhere].every((each) => each.texts().includes('after')))
    for (const receiver of [relay.receiver, elsewhere]) expect(receiver.texts()).toEqual(['before', ...texts, 'after'])
    expect([sentRows(mac.home).map(({ text }) => text), scriptRuns(mac.home).length]).toEqual([['sent once'], 1])
  } finally {
    await here.close()
    await second.stop()
  }
})
