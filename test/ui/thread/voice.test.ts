import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { OnePage } from '../../harness/one-page.ts'
import { hasBrowser, openBrowser } from '../../harness/ui.ts'
import { type WebHere, webHere } from '../../harness/web-here.ts'

const [anna, ben] = ['+12025550123', '+12025550145']
const seconds = 40

/** A tone that grows louder all the time. */
function growingTone(): Buffer {
  const rateHz = 8_000
  const samples = Buffer.alloc(2 * seconds * rateHz)
  for (let at = 0; at < samples.length / 2; at++)
    samples.writeInt16LE(
      Math.round(30_000 * (at / (samples.length / 2)) * Math.sin((2 * Math.PI * 440 * at) / rateHz)),
      2 * at,
    )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, rateHz],
    [28, 2 * rateHz],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, samples])
}

const tone = { name: 'Concert.wav', mime: 'audio/wav', uti: 'com.microsoft.waveform-audio', bytes: growingTone() }

/** The heights of the bars. */
const barsOf = async (slider: Locator): Promise<number[]> =>
  [...((await slider.locator('path').first().getAttribute('d')) ?? '').matchAll(/v([\d.]+)/g)].map(([, height]) =>
    Number(height),
  )

describe.skipIf(!hasBrowser)('recordings', () => {
  let [browser, web, pages] = [] as unknown as [Browser, WebHere, OnePage]
  beforeAll(async () => {
    ;[browser, web] = await Promise.all([openBrowser(), webHere()])
    pages = new OnePage({ browser, url: web.url })
  })
  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  test('show their waveform, can be scrubbed by pointer and keys, and play one at a time', async () => {
    const { messages } = web.mac
    messages.receive({ from: anna, files: [{ ...sampleFile('caf', 1), transcript: 'See you at the station' }] })
    const { chatGuid } = messages.receive({ from: anna, files: [tone] })
    const { page, settled } = await pages.at(`/app/c/${encodeURIComponent(chatGuid ?? '')}`)
    const notes = page.getByRole('group', { name: `Recording from ${anna}` })
    const [voice, concert] = [notes.first(), notes.last()]
    const place = concert.getByRole('slider', { name: 'Position' })
    await expect.poll(() => place.getAttribute('aria-valuetext')).toBe('0:00 of 0:40')
    await voice.getByText('See you at the station').waitFor()
    await settled()
    const bars = await barsOf(place)
    expect(bars.length).toBeGreaterThan(30)
    expect(bars).toEqual(bars.toSorted((a, b) => a - b))
    expect(bars.at(-1)).toBeGreaterThan(10 * (bars[0] ?? 0))

    const box = await place.boundingBox()
    if (box === null) throw new Error('The slider has no box.')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => place.getAttribute('aria-valuetext')).toBe('0:20 of 0:40')
    for (const [key, at] of [
      ['ArrowRight', '0:21'],
      ['PageUp', '0:25'],
      ['End', '0:40'],
      ['Home', '0:00'],
    ] as const) {
      await place.press(key)
      await expect.poll(() => place.getAttribute('aria-valuetext')).toBe(`${at} of 0:40`)
    }
    await concert.getByRole('button', { name: 'Playback speed' }).click()
    await voice.getByRole('button', { name: 'Playback speed 1.5×' }).waitFor()

    await concert.getByRole('button', { name: 'Play', exact: true }).click()
    await concert.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(async () => Number(await place.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    await voice.getByRole('button', { name: 'Play', exact: true }).click()
    await concert.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })

  test('that this browser cannot play say so, and can be downloaded', async () => {
    const broken = { ...tone, bytes: Buffer.from(`${tone.bytes.toString('latin1', 0, 20)} and no more`, 'latin1') }
    const { chatGuid } = web.mac.messages.receive({ from: ben, files: [broken] })
    const { page, settled } = await pages.at(`/app/c/${encodeURIComponent(chatGuid ?? '')}`)
    await page.getByRole('heading', { level: 1, name: ben }).waitFor()
    await settled()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByText('This browser can’t play the recording.').waitFor()
    await page.getByRole('link', { name: 'Download Concert.wav' }).waitFor()
  })
})
