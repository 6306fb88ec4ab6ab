/**
 * Measures the time from the commit of a message in chat.db to its paint in the open conversation, through bridge,
 * journal and stream.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { median, percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { ask, indexed, startWeb } from '../web-process.ts'
import { measuredPage, rows, shown } from './measured-page.ts'

const samples = 40
const warmUps = 5
const pauseMs = 150
const from = '+12025550177'

export async function arriving(browser: Browser, simulated: SimulatedHome): Promise<Figure[]> {
  await using _relay = await measuredRelay(simulated)
  await using web = await startWeb(simulated.home)
  await indexed(web.url)
  simulated.mac.messages.receive({ from, text: 'Hello' })
  const [newest] = JSON.parse((await ask(web.url, '/api/v1/conversations?limit=1')).body) as { guid: string }[]
  const url = `${web.url}/app/c/${encodeURIComponent(newest?.guid ?? '')}`
  await using opened = await measuredPage({ browser, url })
  await shown(opened.page, rows.message)
  const [paints, arrivals]: [number[], number[]] = [[], []]
  for (let sample = 0; sample < warmUps + samples; sample++) {
    const words = `Number ${sample}.`
    const seen = Promise.all([opened.ask<number>('shown', words), opened.ask<number>('heard')])
    await wait(pauseMs)
    const committedMs = performance.timeOrigin + performance.now()
    simulated.mac.messages.receive({ from, text: words })
    const [shownMs, heardMs] = await seen
    if (sample < warmUps) continue
    paints.push(shownMs - committedMs)
    arrivals.push(heardMs - committedMs)
  }
  const work = 'page: a message in chat.db → painted'
  const what = 'heard by a bare EventSource'
  return [
    {
      work: `${work}, median`,
      measured: median(paints),
      unit: 'ms',
      target: 100,
      floor: { what, measured: median(arrivals) },
    },
    {
      work: `${work}, p95`,
      measured: percentile(paints, 0.95),
      unit: 'ms',
      target: 300,
      floor: { what, measured: percentile(arrivals, 0.95) },
    },
  ]
}
