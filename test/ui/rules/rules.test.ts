import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const texts = ['Breakfast?', 'Dinner at eight?', 'Lunch?', '<b>dinner</b> again?']

describe.skipIf(!hasBrowser)('the page of rules', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  beforeAll(async () => {
    browser = await openBrowser()
    web = await webHere({ config: { relay: { scope: 'everyone' } } })
    for (const [n, text] of texts.entries())
      web.mac.messages.receive({ from: '+12025550123', text, atMs: Date.now() - (10 - n) * 600_000 })
    pages = new OnePage({ browser, url: web.url })
  })
  afterEach(async () => {
    for (const { id } of await web.client.list_rules()) await web.client.delete_rule({ id })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  /** Begins a new rule from the list of them: the test before may have left one unsaved. */
  async function newRule() {
    const { page } = await pages.at('/app/rules')
    await page.getByRole('link', { name: 'New rule' }).click()
    await page.getByRole('heading', { level: 1, name: 'New rule' }).waitFor()
    return page
  }

  test('a sentence becomes a rule, whose text is the same sentence', async () => {
    const { page } = await pages.at('/app/relay')
    const rules = Promise.withResolvers<void>()
    await page.route('**/api/v1/rules', (route) => rules.promise.then(() => route.continue()))
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await page.getByRole('link', { name: 'New rule' }).press('Enter')
    await until(() => page.getByRole('heading', { level: 1 }).evaluate((h1) => h1.matches(':focus')))
    rules.resolve()
    await page.getByRole('heading', { level: 1, name: 'New rule' }).and(page.locator(':focus')).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('<b>Dinner</b>')
    await page.getByLabel('Value of condition 1').fill('Anna Smith')
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Condition 2', { exact: true }).selectOption('not_contains')
    await page.getByLabel('Value of condition 2').fill('lunch')
    await page.getByRole('button', { name: 'As text' }).click()
    expect(await page.getByLabel('Conditions').inputValue()).toBe('from:Anna Smith AND NOT contains:lunch')
    await page.getByLabel('Reply').fill('At eight.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: '<b>Dinner</b>' }).waitFor()
    expect(await web.client.list_rules()).toMatchObject([
      { conditions: 'from:Anna Smith AND NOT contains:lunch', action: { type: 'auto_reply', body: 'At eight.' } },
    ])
  })

  test('a rule that is added or deleted elsewhere appears and disappears in the list that is open', async () => {
    const { page } = await pages.at('/app/rules')
    await page.getByText('No rules yet').waitFor()
    const action = { type: 'auto_reply', body: 'Yes' } as const
    const { id } = await web.client.add_rule({
      name: 'From elsewhere',
      conditions: 'from:Anna',
      action,
      cooldown_s: 90,
    })
    await page.getByRole('link', { name: 'From elsewhere' }).waitFor()
    await web.client.delete_rule({ id })
    await page.getByText('No rules yet').waitFor()
  })

  test("a rule's switch changes only whether it is enabled, and its position is changed by keyboard or by dragging", async () => {
    const action = { type: 'auto_reply', body: 'Yes' } as const
    for (const name of ['First', 'Second'])
      await web.client.add_rule({ name, conditions: 'from:Anna', action, cooldown_s: 90 })
    const { page } = await pages.at('/app/rules')
    const before = await web.client.list_rules()
    await page.getByText('the sender is Anna, then reply with Yes').first().waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('switch', { name: 'First is on', checked: true }).press('Enter')
    expect((await sent).postDataJSON()).toEqual({ enabled: false })
    await page.getByRole('switch', { name: 'First is on', checked: false }).waitFor()
    await expect.poll(() => web.client.list_rules()).toEqual([{ ...before[0], enabled: false }, before[1]])
    await page.getByRole('button', { name: 'Move Second up' }).press('Enter')
    await until(async () => (await web.client.list_rules())[0]?.name === 'Second')
    await until(
      async () => (await page.getByRole('switch').first().getAttribute('aria-label'))?.startsWith('Second') === true,
    )
    await page
      .getByTitle('Drag to reorder')
      .first()
      .dragTo(page.getByRole('link', { name: 'First' }))
    await until(async () => (await web.client.list_rules())[0]?.name === 'First')

    await page.getByRole('link', { name: 'First' }).click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('switch', { name: 'First (copy) is on', checked: false }).waitFor()
  })

  test('a rule can be limited to hours and days, which its sentence includes', async () => {
    const page = await newRule()
    await page.getByLabel('Name', { exact: true }).fill('Night')
    await page.getByLabel('Value of condition 1').fill('Anna')
    await page.getByLabel('Active').selectOption('only at certain times')
    await page.getByLabel('Start', { exact: true }).fill('22:00')
    await page.getByLabel('End', { exact: true }).fill('22:00')
    await page.getByText('Choose two different times.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByLabel('End', { exact: true }).fill('07:00')
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Sunday'])
      await page.getByRole('checkbox', { name: day }).press('Space')
    await page.getByLabel('Reply').fill('Asleep.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText('the sender is Anna, between 22:00 and 07:00, on Friday and Saturday, then reply with Asleep.')
      .waitFor()
    expect(await web.client.list_rules()).toMatchObject([{ hours: '22:00-07:00', days: ['fri', 'sat'] }])
    await page.getByRole('link', { name: 'Night' }).click()
    await page.getByRole('checkbox', { name: 'Friday', checked: true }).waitFor()
    await page.getByLabel('Active').selectOption('at any time')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('the sender is Anna, then reply with Asleep.').waitFor()
    expect(await web.client.list_rules()).toMatchObject([{ hours: null, days: null }])
  })

  test('a rule asks before it replies, and its sentence says so', async () => {
    const page = await newRule()
    await page.getByLabel('Name', { exact: true }).fill('Away')
    await page.getByRole('button', { name: 'As text' }).click()
    await page.getByLabel('Conditions').fill('contains:away')
    await page.getByLabel('Reply').fill('I am away')
    await page.getByText('Everyone who is relayed gets this reply').waitFor()
    await page.getByLabel('Sending').selectOption('after you approve each reply')
    await page.getByText('Everyone who is relayed gets this reply').waitFor({ state: 'detached' })
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/rule-hold.png`, fullPage: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('the text contains away, then ask you before replying with I am away').waitFor()
    // biome-ignore lint/suspicious/noThenProperty: a word of the rule, which nobody awaits
    expect(await web.client.list_rules()).toMatchObject([{ action: { body: 'I am away', then: 'hold' } }])
  })

  test('conditions that are not understood are marked where they are, and loops are reported', async () => {
    const page = await newRule()
    await page.getByRole('button', { name: 'As text' }).click()
    await page.getByLabel('Conditions').fill('from:Anna AND')
    await page.getByText('at column 14: condition missing').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.getByLabel('Conditions').fill('contains:hello')
    await page.getByLabel('Reply').fill('Hello to you')
    await page.getByText('The reply matches the conditions').waitFor()
    await page.getByText('No sender is set').waitFor()
  })

  test('the effect of a rule is shown before it is saved, and showing it saves nothing', async () => {
    const rule = { name: 'Dinner', conditions: 'contains:dinner', action: { type: 'auto_reply', body: 'Yes' } } as const
    const page = await newRule()
    await page.getByLabel('Name', { exact: true }).fill(rule.name)
    await page.getByRole('button', { name: 'As text' }).click()
    await page.getByLabel('Conditions').fill(rule.conditions)
    await page.getByLabel('Reply').fill(rule.action.body)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: rule.name }).click()
    onTestFinished(() => page.setViewportSize({ width: 1280, height: 800 }))
    const run = page.getByRole('button', { name: 'Compare over the last 30 days' })
    const sending = page.getByLabel('Sending')
    const result = page.getByText('would have been handled differently')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await run.click()
      await page.getByText('0 of 4 messages would have been handled differently.').waitFor()
      await sending.selectOption('after you approve each reply')
      await result.waitFor({ state: 'detached' })
      await run.click()
      await page.getByText('2 of 4 messages would have been handled differently.').waitFor()
      const row = page.getByText('<b>dinner</b> again?').locator('..')
      await row.getByText('Today: reply with Yes. After saving: ask you before replying with Yes').waitFor()
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/compare-${width}.png`, fullPage: true })
      await page.getByRole('row', { name: 'Dinner 2 times 2 times' }).waitFor()
      await sending.selectOption('automatically')
      await result.waitFor({ state: 'detached' })
    }
    expect(await web.client.list_rules()).toMatchObject([rule])
  })

  test('a trial shows what a rule would have done, and which terms a typed message fulfils', async () => {
    const page = await newRule()
    await page.getByRole('button', { name: 'As text' }).click()
    await page.getByLabel('Conditions').fill('contains:breakfast AND NOT contains:lunch')
    await page.getByRole('button', { name: 'Test the last 30 days' }).click()
    await page.getByText('The rule would have run once').waitFor()
    await page.getByRole('link', { name: /555.?0123/ }).waitFor()
    await page.getByLabel('Text', { exact: true }).fill('lunch or breakfast')
    await page.getByText('Does not match').waitFor()
    await page.getByRole('row', { name: 'contains:breakfast true' }).waitFor()
    await page.getByRole('row', { name: 'contains:lunch true' }).waitFor()
  })

  test('a rule can be tried before it is saved, and trying it saves nothing', async () => {
    const page = await newRule()
    await page.getByLabel('Name', { exact: true }).fill('Dinner')
    await page.getByLabel('Value of condition 1').fill('Anna')
    await page.getByLabel('Reply').fill('At eight.')
    const trial = page.getByRole('button', { name: 'Test the last 30 days' })
    await trial.press('Enter')
    await page.getByText('The rule would have run 0 times').waitFor()
    await trial.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.getByLabel('Text', { exact: true }).and(page.locator(':focus')).fill('Dinner?')
    await page.keyboard.press('Enter')
    await page.getByText('Does not match').waitFor()
    expect(await web.client.list_rules()).toEqual([])
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Compare over' }).and(page.locator(':focus')).press('Tab')
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':focus')).press('Enter')
    await page.getByRole('link', { name: 'Dinner' }).waitFor()
    expect(await web.client.list_rules()).toMatchObject([{ name: 'Dinner', conditions: 'from:Anna' }])
  })
})
