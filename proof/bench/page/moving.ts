/** Measures how smoothly lists scroll in a fling, and what a long way back leaves in memory. */
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { type MeasuredPage, rows, shown } from './measured-page.ts'

const flingPx = 8_000
const flings = 4
const restMs = 1_500
/** A frame that takes longer is seen as a stop. */
const stopMs = 50

interface Fling {
  work: string
  /** The element that is scrolled. */
  over: string
  /** Whether it scrolls towards the beginning. */
  isBack: boolean
}

export async function flinging(opened: MeasuredPage, { work, over, isBack }: Fling): Promise<Figure[]> {
  const { page, controls, ask } = opened
  await shown(page, over)
  const box = await ask<{ x: number; y: number }>('centreOfScroller', over)
  await ask('watchFrames')
  await wait(restMs)
  const still = await ask<number[]>('frameTimes')
  await ask('watchFrames')
  for (let fling = 0; fling < flings; fling++)
    await controls.send('Input.synthesizeScrollGesture', {
      ...box,
      yDistance: isBack ? flingPx : -flingPx,
      speed: flingPx,
      gestureSourceType: 'mouse' as const,
    })
  const times = await ask<number[]>('frameTimes')
  const stops = (frames: readonly number[]) => frames.filter((ms) => ms > stopMs).length
  const rest = (measured: number) => ({ floor: { what: 'at rest', measured } })
  const p95 = (frames: readonly number[]) => percentile(frames, 0.95)
  return [
    { work: `page: ${work}, frames p95`, measured: p95(times), unit: 'ms', target: 20, ...rest(p95(still)) },
    {
      work: `page: ${work}, frames over ${stopMs} ms`,
      measured: stops(times),
      unit: '',
      target: 4,
      ...rest(stops(still)),
    },
  ]
}

const pageOfMessages = 100
const patienceMs = 30_000

/** Scrolls back through this many messages of the open conversation. */
export async function scrollingBack({ page, controls, ask }: MeasuredPage, messages: number): Promise<Figure[]> {
  await shown(page, rows.message)
  let [fetched, fetchedMs] = [0, performance.now()]
  page.on('response', (response) => {
    if (!response.url().includes('/messages')) return
    fetched += pageOfMessages
    fetchedMs = performance.now()
  })
  await page.locator(rows.message).first().hover()
  while (fetched < messages) {
    if (performance.now() - fetchedMs > patienceMs) throw new Error(`No more came after ${fetched} messages.`)
    await page.mouse.wheel(0, -6_000)
    await wait(16)
  }
  await wait(restMs)
  const { all, thread } = await ask<{ all: number; thread: number }>('nodes')
  await controls.send('HeapProfiler.collectGarbage')
  const { usedSize } = await controls.send('Runtime.getHeapUsage')
  const after = `after ${messages.toLocaleString('en')} messages scrolled through`
  return [
    { work: `page: script memory ${after}`, measured: usedSize / 1e6, unit: 'MB', target: 45 },
    { work: `page: elements in the conversation ${after}`, measured: thread, unit: '', target: 900 },
    { work: `page: elements in all ${after}`, measured: all, unit: '', target: 2_500 },
  ]
}
