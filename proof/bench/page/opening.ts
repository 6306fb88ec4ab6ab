/** Measures the time from a click or an address to its content: the list, a conversation, an old message. */
import type { Browser } from 'playwright-core'
import { median } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { conversationRow, type MeasuredPage, measuredPage, rows, shown } from './measured-page.ts'

const warmOpenings = 12
const coldOpenings = 5
/** Matches while no conversation is open. */
const closed = 'main:not(:has([data-thread]))'

/** Draws the list again from the cache, as after a visit to the settings. */
export async function listOpening({ page, ask }: MeasuredPage, count: number): Promise<Figure> {
  await shown(page, rows.conversation)
  await page.locator(rows.conversation).first().focus()
  await page.keyboard.press('End')
  await page.locator(`li[aria-posinset="${count}"]`).waitFor()
  const times: number[] = []
  for (let time = 0; time < 5; time++) {
    await ask('timed', { go: '/app/settings', shows: 'main h1' })
    await page.locator(rows.conversation).first().waitFor({ state: 'detached' })
    times.push(await ask<number>('timed', { go: '/app/messages', shows: rows.conversation }))
  }
  const floor = { what: 'as many plain rows', measured: await ask<number>('plainRows', count) }
  const work = `page: list of ${count.toLocaleString('en')} conversations, all at hand → painted`
  return { work, measured: median(times), unit: 'ms', target: 120, floor }
}

/** Each conversation was opened before. */
export async function conversationOpening({ page, ask }: MeasuredPage): Promise<Figure> {
  await shown(page, rows.conversation)
  const guids = await page
    .locator(rows.conversation)
    .evaluateAll(
      (links, count) => links.slice(0, count).map((link) => link.getAttribute('data-guid') ?? ''),
      warmOpenings,
    )
  const open = (guid: string) => ask<number>('timed', { click: conversationRow(guid), shows: rows.message })
  const close = () => ask('timed', { go: '/app/messages', shows: closed })
  for (const guid of guids) {
    await open(guid)
    await close()
  }
  const times: number[] = []
  for (const guid of guids) {
    times.push(await open(guid))
    await close()
  }
  return { work: 'page: a conversation looked at before → painted', measured: median(times), unit: 'ms', target: 60 }
}

/** Opens a conversation in a browser that has not loaded it before. */
export async function coldOpening(browser: Browser, url: string): Promise<Figure> {
  const times: number[] = []
  for (let opening = 0; opening < coldOpenings; opening++) {
    await using opened = await measuredPage({ browser, url: `${url}/app/messages` })
    await shown(opened.page, rows.conversation)
    times.push(await opened.ask<number>('timed', { click: rows.conversation, shows: rows.message }))
  }
  const work = 'page: a conversation of a million, not seen before → painted'
  return { work, measured: median(times), unit: 'ms', target: 250 }
}

interface Jump {
  guid: string
  /** The messages to open. */
  rowids: readonly number[]
}

export async function jumping({ ask }: MeasuredPage, { guid, rowids }: Jump): Promise<Figure> {
  const path = `/app/c/${encodeURIComponent(guid)}`
  const times: number[] = []
  for (const rowid of rowids) {
    await ask('timed', { go: '/app/messages', shows: closed })
    await ask('timed', { go: path, shows: rows.message })
    times.push(await ask<number>('timed', { go: `${path}?m=${rowid}`, shows: rows.target }))
  }
  return { work: 'page: jump 900,000 messages back → painted', measured: median(times), unit: 'ms', target: 300 }
}
