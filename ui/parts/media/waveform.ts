/** Finds out the waveform and the length of a recording once its place on the page is visible. */
import { type RefObject, useEffect, useState } from 'react'
import { barCount, peaksOf } from './peaks.ts'

export interface Waveform {
  /** Undefined where the browser cannot decode the recording, or should not for its size. */
  peaks?: readonly number[]
  durationS?: number
}

/** Eight minutes of a voice message. Longer recordings would take long to load and much memory to decode. */
const largestBytes = 4_000_000
/** Enough for the shape of speech, and a sixth of the memory. */
const sampleRateHz = 8_000
const mostKept = 200

const kept = new Map<string, Waveform>()
/** Sounds are decoded one at a time, since a conversation may show a dozen. */
let last: Promise<unknown> = Promise.resolve()

function inTurn(url: string, bytes: number): Promise<Waveform> {
  const next = last.then(async () => {
    const waveform = kept.get(url) ?? (await waveformOf(url, bytes))
    kept.set(url, waveform)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    return waveform
  })
  last = next
  return next
}

async function waveformOf(url: string, bytes: number): Promise<Waveform> {
  if (bytes > largestBytes) return { ...(await lengthOf(url)) }
  try {
    const response = await fetch(url)
    if (!response.ok) return {}
    const decoder = new OfflineAudioContext(1, 1, sampleRateHz)
    const sound = await decoder.decodeAudioData(await response.arrayBuffer())
    return { peaks: peaksOf(sound.getChannelData(0), barCount), durationS: sound.duration }
  } catch {
    return {}
  }
}

/** Loads no more of the recording than says how long it is. */
function lengthOf(url: string): Promise<Waveform> {
  const { promise, resolve } = Promise.withResolvers<Waveform>()
  const audio = new Audio()
  audio.preload = 'metadata'
  audio.onloadedmetadata = () => resolve(Number.isFinite(audio.duration) ? { durationS: audio.duration } : {})
  audio.onerror = () => resolve({})
  audio.src = url
  return promise.finally(() => audio.removeAttribute('src'))
}

interface Recording {
  url: string
  bytes: number
}

/** Returns undefined until it is known. */
export function useWaveform(place: RefObject<Element | null>, { url, bytes }: Recording): Waveform | undefined {
  const [waveform, setWaveform] = useState(() => kept.get(url))
  const isKnown = waveform !== undefined
  useEffect(() => {
    const element = place.current
    if (isKnown || element === null) return
    let isShown = true
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void inTurn(url, bytes).then((found) => isShown && setWaveform(found))
    })
    seen.observe(element)
    return () => {
      isShown = false
      seen.disconnect()
    }
  }, [place, url, bytes, isKnown])
  return waveform
}
