import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../harness/closed-after-all.ts'
import { goTo } from '../../harness/one-page.ts'
import { type PageOverBridge, pageOverBridge } from '../../harness/page-here.ts'
import { hasBrowser } from '../../harness/ui.ts'
import { until } from '../../harness/until.ts'

const [anna, stranger] = ['+12025550123', '+12025550199']

describe.skipIf(!hasBrowser)('who is relayed', () => {
  let { bridge, web, pages } = {} as PageOverBridge
  const shared = closedAfterAll()
  beforeAll(async () => {
    const service = { config: { relay: { scope: 'whitelist', poll_interval_s: 0.1 } } }
    ;({ bridge, web, pages } = await shared(pageOverBridge({ service })))
    bridge.mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] })
  })

  const path = '/app/settings/people'
  const people = (page: Page) => page.getByRole('list', { name: 'People', exact: true })
  const listed = async () => (await web.client.list_whitelist()).map(({ handle }) => handle)

  test('a person is found by name, added, removed and restored, all by keyboard', async () => {
    const { page } = await pages.at(path)
    await page.getByText('No one yet. Only your messages to yourself are relayed.').waitFor()
    await page.getByRole('combobox', { name: 'Add a person' }).focus()
    await page.keyboard.type('ber')
    await page.getByRole('option', { name: /Anna Berg/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await people(page).getByText('Anna Berg').waitFor()
    await expect.poll(listed).toEqual([anna])

    await page.keyboard.type('new@example.org')
    await page.keyboard.press('Enter')
    await people(page).getByText('new@example.org').waitFor()
    for (const _step of ['to paste', 'to Anna']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Anna Berg is no longer relayed').waitFor()
    await expect.poll(listed).toEqual(['new@example.org'])
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Remove new@example.org')

    await page.keyboard.press('F8')
    await page.keyboard.press('Enter')
    await people(page).getByText('Anna Berg').waitFor()
    await expect.poll(listed).toContain(anna)
    await web.client.remove_from_whitelist({ handle: 'new@example.org' })
    await web.client.remove_from_whitelist({ handle: anna })
  })

  test('many are pasted at once, and each line shows its result', async () => {
    await web.client.add_to_whitelist({ handle: anna })
    const { page } = await pages.at(path)
    await page.getByRole('button', { name: 'Paste several …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Paste several people' })
    await dialog.getByLabel('Numbers and email addresses').fill(`Ben <ben@example.org>\nnobody\n${anna}`)
    await dialog.getByRole('button', { name: 'Add 3' }).click()
    await dialog.getByText('1 added.').waitFor()
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Added'),
      expect.stringContaining('No number or email address'),
      expect.stringContaining('Already on the list'),
    ])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await people(page).getByText('ben@example.org').waitFor()
    for (const handle of await listed()) await web.client.remove_from_whitelist({ handle })
  })

  test('a person who is added or removed elsewhere appears and disappears in the list that is open', async () => {
    const { page } = await pages.at(path)
    await page.getByRole('combobox', { name: 'Add a person' }).waitFor()
    await web.client.add_to_whitelist({ handle: 'elsewhere@example.org' })
    await people(page).getByText('elsewhere@example.org').waitFor()
    await web.client.remove_from_whitelist({ handle: 'elsewhere@example.org' })
    await people(page).getByText('elsewhere@example.org').waitFor({ state: 'detached' })
  })

  test('a person who was held back is listed, and relayed once allowed', async () => {
    await expect
      .poll(async () => {
        bridge.mac.messages.receive({ from: stranger, text: 'may I?' })
        return (await web.client.list_blocked()).map(({ handle }) => handle)
      })
      .toEqual([stranger])
    const { page } = await pages.at('/app/messages')
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
    await goTo(page, path)
    await page.getByRole('list', { name: 'Recently held back' }).getByText(stranger).waitFor()
    await page.getByRole('button', { name: `Allow ${stranger}` }).press('Enter')
    await people(page).getByText(stranger).waitFor()
    await page.getByText('No one. All recent messages were relayed.').waitFor()
    await web.client.remove_from_whitelist({ handle: stranger })
  })

  test('the relay scope is saved at once, and can be undone', async () => {
    const { page } = await pages.in('de', path)
    const scope = async () => (await web.client.get_settings()).relay.scope
    await page.getByRole('radio', { name: /^Meinen Kontakten/ }).click()
    await expect.poll(scope).toBe('contacts')
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect.poll(scope).toBe('whitelist')
    await page.getByRole('combobox', { name: 'Weitere eigene Adresse hinzufügen' }).fill('me@example.org')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await web.client.get_settings()).self_handles).toEqual(['me@example.org'])
  })

  test('a conversation shows whether it is relayed, and why, whatever the relay scope is', async () => {
    bridge.mac.messages.receive({ from: anna, text: 'hello' })
    await until(async () => (await web.client.list_conversations()).some(({ guid }) => guid.endsWith(anna)))
    // The page before was in German, and the list was changed without it.
    await pages.close()
    const { page } = await pages.at(path)
    const details = page.getByRole('complementary', { name: 'Details' })
    const relay = details.getByRole('switch', { name: 'Relay to plugins' })
    const expectState = async (scope: RegExp, hint: string, isOn: boolean, isFixed: boolean) => {
      await goTo(page, path)
      await page.getByRole('radio', { name: scope }).click()
      await page.getByRole('radio', { name: scope, checked: true }).waitFor()
      await goTo(page, `/app/c/${encodeURIComponent(`any;-;${anna}`)}/details`)
      await details.getByText(hint).waitFor()
      await expect.poll(() => relay.getAttribute('aria-checked')).toBe(String(isOn))
      await expect.poll(() => relay.isDisabled()).toBe(isFixed)
    }
    await expectState(/^Everyone/, 'Everyone is relayed right now, so this has no effect.', true, true)
    await expectState(/^My contacts/, 'Your contacts are relayed right now, so this has no effect.', true, true)
    await expectState(/^Only people and groups I choose/, 'Only chosen people and groups are relayed.', false, false)
    await relay.click()
    await details.getByText('On the list of relayed people and groups.').waitFor()
    await expect.poll(listed).toEqual([anna])
    await relay.click()
    await details.getByText('Only chosen people and groups are relayed.').waitFor()
    await expect.poll(listed).toEqual([])
  })
})
