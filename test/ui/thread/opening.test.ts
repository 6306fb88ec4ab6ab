import { expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { builtPart } from '../../harness/built-part.ts'
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

/** Collects how far things move that nobody has touched. */
const watchShifts = `globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true })`

test.skipIf(!hasBrowser)(
  'on a phone its messages are loaded before anything that is wanted later, and nothing moves',
  async () => {
    await using browser = await openBrowser()
    await using web = await webHere()
    for (const variant of [1, 2]) web.mac.messages.receive({ from: anna, files: [sampleFile('jpeg', variant)] })
    web.mac.messages.receive({ from: anna, text: 'Seen these?' })
    const asked: string[] = []
    const { page } = await openPage({
      browser,
      url: web.url,
      path: `/app/c/${encodeURIComponent(`any;-;${anna}`)}`,
      context: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
      async prepare(page) {
        page.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await page.addInitScript(watchShifts)
      },
    })
    await using _ = page
    await page.getByRole('list', { name: 'Messages' }).getByText('Seen these?').waitFor()
    const later = ['message-menu/MessageDialogs.tsx', 'thread/find/FindBar.tsx'].map((part) =>
      builtPart(`parts/${part}`),
    )
    later.push(builtPart('shell/LaterParts.tsx'))
    await until(() => later.every((part) => asked.includes(part)))
    const messages = asked.findIndex((path) => path.endsWith('/messages'))
    const picture = asked.findIndex((path) => path.startsWith('/api/v1/attachments/'))
    expect(asked.findIndex((path) => later.includes(path))).toBeGreaterThan(Math.max(messages, picture))
    const moved = await page.evaluate<number[]>('shifts')
    expect(moved.reduce((sum, by) => sum + by, 0)).toBeLessThan(0.01)
  },
)
