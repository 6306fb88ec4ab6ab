import { expect, test } from 'vitest'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'
const long = 'The boat is at the other side of the lake, so bring shoes that may become wet on the way there. '.repeat(
  3,
)

test.skipIf(!hasBrowser)('a conversation opens at its end, however much its messages are wrapped', async () => {
  await using browser = await openBrowser()
  await using web = await webHere()
  const startMs = Date.now() - 60 * 60_000
  for (let at = 0; at < 40; at++)
    web.mac.messages.receive({ from: anna, text: at % 3 === 0 ? long : 'Yes', atMs: startMs + at * 60_000, read: true })
  web.mac.messages.send({ to: anna, text: 'On my way', state: 'read' })
  const { page } = await openPage({ browser, url: web.url, context: { viewport: { width: 390, height: 780 } } })
  await using _ = page
  await page.getByRole('link', { name: new RegExp(anna.slice(1)) }).click()
  const messages = page.getByRole('list', { name: 'Messages' })
  await messages.getByText('On my way').waitFor()
  const below = () =>
    messages.evaluate(({ parentElement: box }) =>
      box === null ? 9 : box.scrollHeight - box.clientHeight - box.scrollTop,
    )
  await until(async () => (await below()) <= 2)
  await page.waitForTimeout(500)
  expect(await below()).toBeLessThanOrEqual(2)
})
