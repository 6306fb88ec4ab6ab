import { expect, test } from 'vitest'
import { play, type Scenario, scenarios } from '../../simulator/scenarios/scenarios.ts'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { until } from '../harness/until.ts'
import { anna, sendingSetup, textTo } from './setup.ts'

test.each<MacosVersion>([15, 26])(
  'macOS %i: an SMS to a chat that is named in lower case is found in the chat where it lands, and sent once',
  async (macos) => {
    await using it = sendingSetup({ mac: { macos }, settings: { confirm_timeout_s: 1 } })
    const { mac, sending, ledger, runs } = it
    const [{ chatGuid = '' } = {}] = await play(mac.home, scenarios.get('sms-in-lower-case') as Scenario)
    expect(chatGuid).toMatch(/^sms;-;/)
    const { id } = await sending.send({ to: { guid: chatGuid }, text: 'to lower case', by: 'owner' })
    const state = () => ledger.findSend(id)
    await until(() => state()?.state === 'sent', { describe: () => JSON.stringify(state()) })
    expect(state()?.chat_guid).toMatch(/^(SMS|any);-;/)
    expect(mac.rows('SELECT 1 FROM message WHERE is_from_me = 1')).toHaveLength(1)
    expect(runs()).toBe(1)
  },
)

test('a message is found although Messages puts it into the chat of another address of its recipient', async () => {
  await using it = sendingSetup({ settings: { confirm_timeout_s: 1 } })
  const { mac, sending, ledger } = it
  const { chatGuid: mail } = mac.messages.receive({ from: 'anna@example.org', text: 'by mail' })
  mac.messages.receive({ from: anna, text: 'by phone' })
  mac.messages.db.exec(`CREATE TRIGGER moves AFTER INSERT ON chat_message_join BEGIN
    UPDATE chat_message_join SET chat_id = (SELECT ROWID FROM chat WHERE guid = '${mail}') WHERE message_id = NEW.message_id;
    END`)
  const { id } = await sending.send(textTo(anna, 'where do I land?'))
  const state = () => ledger.findSend(id)
  await until(() => state()?.state === 'delivered', { describe: () => JSON.stringify(state()) })
  expect(state()?.chat_guid).toBe(mail)
})
