/** Measures the time from a key or a click to the next paint, in a session of writing, browsing and searching. */
import type { Browser, CDPSession } from 'playwright-core'
import { percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { measuredPage, type Noted, rows, shown } from './measured-page.ts'

const sentence = 'See you at eight, and bring the photos'
const phoneRate = 4

interface Sitting {
  browser: Browser
  url: string
  isSlow?: boolean
}

const slowed = (controls: CDPSession) => controls.send('Emulation.setCPUThrottlingRate', { rate: phoneRate })

export async function sitting({ browser, url, isSlow = false }: Sitting): Promise<Figure> {
  await using opened = await measuredPage({ browser, url })
  const { page } = opened
  if (isSlow) await slowed(opened.controls)
  await shown(page, rows.conversation)
  for (let index = 0; index < 10; index++) {
    await page.locator(rows.conversation).nth(index).click()
    await shown(page, rows.message)
  }
  await page
    .getByRole('textbox', { name: /message/i })
    .last()
    .click()
  await page.keyboard.type(sentence, { delay: 30 })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  for (let step = 0; step < 8; step++) await page.keyboard.press('Alt+ArrowDown', { delay: 30 })
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('sett', { delay: 60 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+F')
  await page.keyboard.type('dinner', { delay: 60 })
  await page.keyboard.press('Escape')
  const measured = inputMs(await opened.ask<Noted>('noted'))
  const work = `page: input → paint over a sitting, p98${isSlow ? `, processor ÷ ${phoneRate}` : ''}`
  const floor = { what: 'a bare field', measured: await bareFieldMs(browser, isSlow) }
  return { work, measured, unit: 'ms', target: isSlow ? 200 : 80, floor }
}

export const inputMs = ({ inputs }: Noted): number => percentile(inputs, 0.98)

/** Measures the same keys in a field of an otherwise empty page. */
async function bareFieldMs(browser: Browser, isSlow: boolean): Promise<number> {
  await using opened = await measuredPage({ browser, url: 'data:text/html,<textarea autofocus></textarea>' })
  if (isSlow) await slowed(opened.controls)
  await opened.page.getByRole('textbox').click()
  await opened.page.keyboard.type(sentence, { delay: 30 })
  return inputMs(await opened.ask<Noted>('noted'))
}
