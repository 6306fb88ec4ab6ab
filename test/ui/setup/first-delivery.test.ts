import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bridgeHere } from '../../harness/bridge-here.ts'
import { startReceiver } from '../../harness/receiver.ts'
import { hasBrowser, openBrowser, openPage } from '../../harness/ui.ts'
import { webHere } from '../../harness/web-here.ts'

const anna = '+12025550123'

/** The clicks that a newcomer needs elsewhere with two fields to fill in. */
const mostClicks = 8

/** Presses with a pointer where the control is seen, once it stands still and nothing covers it, and counts. */
function pointer() {
  let clicks = 0
  return {
    clicks: () => clicks,
    async press(control: Locator) {
      await control.click()
      clicks += 1
    },
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe.skipIf(!hasBrowser)('setup', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test(`leads from a fresh service to a message at a webhook in ${mostClicks} clicks, including the test`, async () => {
    await using bridge = await bridgeHere({
      prepare: ({ contacts }) => contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] }),
    })
    await using receiver = await startReceiver()
    const fresh = { relay: { scope: 'whitelist', poll_interval_s: 0.1 }, integrations: { webhook: null } }
    await using web = await webHere({ over: bridge.mac, config: fresh })
    const { page } = await openPage({ browser, url: web.url, path: '/setup' })
    await using _ = page
    const { press, clicks } = pointer()
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await heading(page, 'Your messages, where you need them')
    await press(button('Get started'))
    await heading(page, 'Allow access on this Mac')
    await press(button('Next'))
    await heading(page, 'Whose messages are relayed?')
    await press(page.getByText('Everyone in my contacts'))
    await button('Next').waitFor()
    await press(button('Next'))
    await heading(page, 'Where do messages go?')

    // An error is shown beside its field, with the value and the expected form.
    await page.getByLabel('URL').fill('not a url')
    await page.getByLabel('URL').press('Enter')
    await page.getByText(/^“not a url” .*https:\/\/example\.org/).waitFor()
    expect((await web.client.get_settings()).integrations.webhook?.enabled ?? false).toBe(false)

    await page.getByLabel('URL').fill(receiver.url)
    await press(button('Save and turn on'))
    await button('Send test').waitFor()
    await press(button('Send test'))
    await page.getByText(/^Test delivered in \d/).waitFor()
    await page.getByText('Answer: 204').waitFor()
    await press(button('Next'))
    await heading(page, 'Set a password')
    await press(button('Later'))
    await heading(page, 'Waiting for the first message')
    await page.getByText('No password is set.').waitFor()

    bridge.mac.messages.receive({ from: anna, text: 'Hello' })
    await heading(page, 'Your relay works')
    const way = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Anna Berg' }) })
    await way.getByText(/^Received \d/).waitFor()
    await way.getByText(/^Relayed \d/).waitFor()
    await way.getByText(/^Webhook answered 204 in \d/).waitFor()
    expect(receiver.texts()).toContain('Hello')
    expect(clicks()).toBeLessThanOrEqual(mostClicks)

    // Somebody who was not chosen is not relayed, and the page says so.
    bridge.mac.messages.receive({ from: '+12025550199', text: 'Who is this?' })
    await page.getByText('Not relayed: this person isn’t chosen').waitFor()

    // The steps that were reached can be chosen, and a reload shows the same one.
    await page.getByRole('link', { name: 'Destination (done)' }).click()
    await heading(page, 'Where do messages go?')
    await page.reload()
    await heading(page, 'Where do messages go?')
    expect(await page.getByLabel('URL').inputValue()).toBe(receiver.url)
    await page.getByRole('link', { name: 'First message' }).click()
    await page.getByRole('button', { name: 'Open Relay' }).click()
    await page.waitForURL(`${web.url}/app/relay`)
  })
})
