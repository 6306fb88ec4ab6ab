/** Lists every address of the page, as its own links name them, and what can be opened above it. */
import type { Page } from 'playwright-core'
import { goTo } from '../../harness/one-page.ts'
import type { UiPage } from '../../harness/ui.ts'
import type { Furnished } from './furnished.ts'

/** Finds new sections of the settings and new pages automatically; two plugins are enough. */
export async function addressesOf({ page, web, settled }: { page: Page; web: Furnished } & Pick<UiPage, 'settled'>) {
  const found = new Set([
    `/app/${web.thread}/details`,
    `/app/${web.thread}/media`,
    '/app/messages',
    '/app/archived',
    '/app/starred',
    `/app/${web.thread}`,
    `/app/${web.thread}/media?kind=links`,
    `/app/${web.thread}/media?kind=files`,
    '/app/new',
    '/app/search?q=supper',
    '/app/rules/new',
    ...missing,
  ])
  for (const path of ['/app/relay', '/app/settings', '/app/rules']) {
    await goTo(page, path)
    await settled()
    for (const href of await page.evaluate<string[]>(`[...document.links].map(({ pathname }) => pathname)`))
      if (!/^\/app\/(messages|c\/.*)?$/.test(href) && href.startsWith('/app/')) found.add(href)
  }
  return [...found, '/app/plugins/webhook', '/app/plugins/telegram']
}

const missing = ['/app/nowhere', '/app/plugins/nowhere', '/app/rules/nowhere', '/app/settings/nowhere', '/app/c/nobody']

interface Overlay {
  name: string
  open(page: Page): Promise<unknown>
}

/** Overlays above the open conversation, found in any language; Escape closes each. */
export const overlays: readonly Overlay[] = [
  {
    name: 'palette',
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'keys',
    async open(page) {
      await page.getByRole('heading', { level: 1 }).first().focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog').getByRole('switch').first().waitFor()
    },
  },
  {
    name: 'menu of a conversation',
    async open(page) {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Supper club/ })
        .click({ button: 'right' })
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'menu of a message',
    async open(page) {
      await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bring wine' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'deliveries of a message',
    async open(page) {
      await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Bring wine' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: /^[DĐ]/ }).click()
      await page.getByRole('dialog').getByRole('paragraph').first().waitFor()
    },
  },
  {
    name: 'picture',
    async open(page) {
      await page.getByRole('button', { name: /Anna Example, .*\d:\d\d/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
