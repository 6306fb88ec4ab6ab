import { beforeAll, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { closedAfterAll } from '../../harness/closed-after-all.ts'
import { inWindow } from '../../harness/in-window.ts'
import { goTo } from '../../harness/one-page.ts'
import { type PageHere, pageHere } from '../../harness/page-here.ts'
import { hasBrowser } from '../../harness/ui.ts'

const [anna, ben, cora] = ['+12025550123', '+12025550145', '+12025550167']

let { web, pages } = {} as PageHere
const shared = closedAfterAll()
beforeAll(async () => {
  if (!hasBrowser) return
  ;({ web, pages } = await shared(pageHere()))
  const { onMyMac } = web.mac.contacts
  onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna] })
  onMyMac.add({ firstName: 'Cora', lastName: 'Berg', phones: [cora] })
})

test.skipIf(!hasBrowser)('the gallery is browsed by keys, leads to its messages, and Back closes it', async () => {
  const { messages } = web.mac
  const minutesAgo = (minutes: number) => ({ atMs: Date.now() - minutes * 60_000, read: true })
  for (const [index, minutes] of [90, 80].entries())
    messages.receive({ from: anna, files: [sampleFile('jpeg', index)], ...minutesAgo(minutes) })
  messages.send({ to: anna, text: 'See https://example.org/lake', ...minutesAgo(70) })
  messages.receive({ from: anna, text: 'Thanks', ...minutesAgo(60) })
  const path = `/app/c/${encodeURIComponent(`any;-;${anna}`)}`
  const { page, settled } = await pages.at(path)
  const gallery = page.getByRole('region', { name: 'Media: Anna Berg' })
  const tiles = gallery.getByRole('button', { name: /^Photo from Anna Berg/ })
  const place = () => new URL(page.url()).pathname.replace(path, '')
  const focused = () => page.locator(':focus')

  await page.getByRole('list', { name: 'Messages' }).getByText('Thanks').waitFor()
  await settled()
  const opener = page.getByRole('button', { name: 'Photos, links and files' })
  await opener.click()
  await expect.poll(() => tiles.count()).toBe(2)
  expect(place()).toBe('/media')
  await expect.poll(() => page.locator('[inert] textarea').count()).toBe(1)
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focused().getAttribute('data-at')).toBe('1')
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Picture' })
  await lightbox.getByText('2 of 2').waitFor()
  await page.keyboard.press('Escape')
  await lightbox.waitFor({ state: 'detached' })
  await gallery.getByRole('button', { name: 'Links', exact: true }).click()
  await gallery.getByRole('link', { name: /example\.org\/lake/ }).waitFor()
  await gallery.getByRole('button', { name: 'Show in conversation' }).click()
  await gallery.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.has('m')).toBe(true)
  await page.goBack()
  await gallery.getByRole('link', { name: /example\.org\/lake/ }).waitFor()
  await gallery.getByRole('link', { name: /example\.org\/lake/ }).focus()
  await page.keyboard.press('Escape')
  await gallery.waitFor({ state: 'detached' })
  await expect.poll(place).toBe('')
})

test.skipIf(!hasBrowser)('the details of a group lead to each member, and those of a member to the group', async () => {
  const { messages } = web.mac
  messages.receive({ from: cora, text: 'Hello' })
  const group = messages.createGroup({ members: [cora, ben], name: 'Lake' })
  messages.receive({ from: ben, chat: group.guid, text: 'Who rows?' })
  const path = `/app/c/${encodeURIComponent(group.guid)}`
  const { page, settled } = await pages.at('/app/messages')
  // The window is as wide as a phone, where the details are a sheet.
  await using _ = await inWindow(page, { width: 390, height: 780 })
  await goTo(page, path)
  await page.getByRole('list', { name: 'Messages' }).getByText('Who rows?').waitFor()
  await settled()
  await page.getByRole('button', { name: 'Details' }).click()
  const sheet = page.getByRole('dialog', { name: 'Details' })
  const member = sheet.getByRole('link', { name: /Cora Berg/ })
  // The target of the link is known a moment later.
  await expect.poll(() => member.getAttribute('href')).toBe(`/app/c/${encodeURIComponent(`any;-;${cora}`)}`)
  await member.click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Messages' }).getByText('Hello').waitFor()
  await settled()
  await page.getByRole('button', { name: 'Details' }).click()
  await sheet.getByRole('link', { name: /Lake/ }).waitFor()
  await expect.poll(() => sheet.getByRole('definition').first().textContent()).toBe('0')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname).not.toContain('details')
})
