/** From a key or a click to the next paint, over a sitting of somebody who writes, looks around and searches. */
import type { Figure } from '../harness/figure.ts'
import { percentile } from '../harness/statistics.ts'
import { type MeasuredPage, type Noted, rows, shown } from './measured-page.ts'

/** Durations are told in steps of 8 ms, from 16 on. */
const quickMs = 8
const phoneRate = 4

export async function sitting(opened: MeasuredPage, { isSlow = false } = {}): Promise<Figure> {
  const { page, controls } = opened
  if (isSlow) await controls.send('Emulation.setCPUThrottlingRate', { rate: phoneRate })
  await shown(page, rows.conversation)
  for (let index = 0; index < 10; index++) {
    await page.locator(rows.conversation).nth(index).click()
    await shown(page, rows.message)
  }
  await page
    .getByRole('textbox', { name: /message/i })
    .last()
    .click()
  await page.keyboard.type('See you at eight, and bring the photos', { delay: 30 })
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
  return { work, measured, unit: 'ms', target: isSlow ? 200 : 80 }
}

/** The 98th percentile, with those that were too quick to be told. */
export function inputMs({ inputs, inputCount }: Noted): number {
  const quick = Array<number>(Math.max(0, inputCount - inputs.length)).fill(quickMs)
  return percentile([...inputs, ...quick], 0.98)
}
