/** Measures loading the conversations in an empty browser: the time, the processor time, and the layout shift. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { median } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { measuredPage, type Noted, rows, shown } from './measured-page.ts'

const loads = 7
const phoneLoads = 3
/** After this long nothing is drawn or moved any more. */
const settleMs = 1_500

/** A slow 4G connection and a processor with a quarter of the speed, which page audits use to represent a phone. */
const phone = {
  context: { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.75 },
  prepare: async (controls: CDPSession) => {
    await controls.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_638_400 / 8,
      uploadThroughput: 675_000 / 8,
    })
    await controls.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  },
}

export async function loading(browser: Browser, url: string): Promise<Figure[]> {
  const quick = await loaded({ browser, url, times: loads })
  const bare = await bareLoads(browser)
  const slow = await loaded({ browser, url, times: phoneLoads, on: phone })
  const paints = (noted: readonly Noted[]) => median(noted.map(({ largestPaintMs }) => largestPaintMs))
  const blocked = (noted: readonly Noted[]) => median(noted.map(({ blockedMs }) => blockedMs))
  const floor = { what: 'a line of HTML', measured: paints(bare) }
  const what = 'page: first load → largest paint'
  return [
    { work: `${what}, median`, measured: paints(quick), unit: 'ms', target: 600, floor },
    { work: `${what}, as on a phone`, measured: paints(slow), unit: 'ms', target: 2_000 },
    { work: 'page: first load as on a phone, blocked', measured: blocked(slow), unit: 'ms', target: 150 },
    { work: 'page: first load, what jumps', measured: Math.max(...quick.map(shiftOf)), unit: '', target: 0.01 },
  ]
}

const shiftOf = ({ shift }: Noted): number => shift

interface Loads {
  browser: Browser
  url: string
  times: number
  on?: Partial<typeof phone>
}

async function loaded({ browser, url, times, on }: Loads): Promise<Noted[]> {
  const noted: Noted[] = []
  for (let load = 0; load < times; load++) {
    await using opened = await measuredPage({ browser, url: `${url}/app/messages`, ...on })
    await shown(opened.page, rows.conversation)
    await wait(settleMs)
    noted.push(await opened.ask<Noted>('noted'))
  }
  return noted
}

async function bareLoads(browser: Browser): Promise<Noted[]> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Bare</title><p>Conversations'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const noted: Noted[] = []
  for (let load = 0; load < loads; load++) {
    await using opened = await measuredPage({ browser, url })
    await wait(settleMs / 3)
    noted.push(await opened.ask<Noted>('noted'))
  }
  server.closeAllConnections()
  server.close()
  return noted
}
