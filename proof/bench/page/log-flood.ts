/** Measures typing into the filter of the log while many lines arrive. */
import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import type { Figure } from '../figure.ts'
import { inputMs } from './inputs.ts'
import { measuredPage, type Noted } from './measured-page.ts'

const perSecond = 500
const seconds = 30
const tickMs = 20

interface Flooded {
  browser: Browser
  url: string
  home: string
}

export async function logFlood({ browser, url, home }: Flooded): Promise<Figure[]> {
  await using opened = await measuredPage({ browser, url: `${url}/app/logs` })
  await opened.page.getByRole('log', { name: 'Log entries' }).waitFor()
  const find = opened.page.getByRole('searchbox').last()
  const flood = pour(dirOf(home).logFile)
  let typed = 0
  while (!flood.isOver()) {
    const words = `line ${typed % 10}`
    await find.click()
    await opened.page.keyboard.type(words, { delay: 80 })
    if ((await find.inputValue()) === words) typed += 1
    await opened.page.keyboard.press('ControlOrMeta+A')
    await opened.page.keyboard.press('Delete')
  }
  await flood.poured
  const measured = inputMs(await opened.ask<Noted>('noted'))
  const work = `page: typing while ${perSecond} log lines a second arrive for ${seconds} s, input → paint p98`
  return [{ work, measured, unit: 'ms', target: 100 }]
}

function pour(logFile: string) {
  let isOver = false
  const poured = (async () => {
    const startMs = performance.now()
    for (let line = 0; line < perSecond * seconds; await wait(tickMs)) {
      const due = ((performance.now() - startMs) / 1000) * perSecond
      const lines: string[] = []
      for (; line < Math.min(due, perSecond * seconds); line++) lines.push(logLine(line))
      appendFileSync(logFile, lines.join(''))
    }
    isOver = true
  })()
  return { poured, isOver: () => isOver }
}

const logLine = (line: number): string =>
  `${JSON.stringify({ ts: new Date().toISOString(), source: 'bridge', level: 'info', msg: `line ${line}` })}\n`
