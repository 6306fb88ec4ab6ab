/** Goes on a journey in one way, and returns what it took. */
import type { Browser } from 'playwright-core'
import type { Journey } from './journey.ts'
import type { Camera } from './person.ts'
import { openPlace } from './place.ts'
import type { WayName } from './way.ts'

export interface Walked {
  /** The steps that were done. */
  steps: string[]
  /** Tabs and arrows, or turns of the wheel. */
  travelled: number
  seconds: number
}

export interface Walking {
  browser: Browser
  way: WayName
  camera?: Camera
}

/** Fails where a step needs what cannot be seen or reached, or where the journey does not end as it should. */
export async function walk(journey: Journey, { browser, way, camera }: Walking): Promise<Walked> {
  await using place = await openPlace(journey.place)
  await journey.before?.(place)
  const { path, isOnPhone = false } = journey
  const person = await place.visitor({ browser, way, path, isOnPhone, ...(camera && { camera }) })
  const errors: string[] = []
  person.page.on('pageerror', (error) => errors.push(error.message))
  try {
    const startMs = performance.now()
    await journey.go(person, place)
    const seconds = (performance.now() - startMs) / 1_000
    await journey.shown(place)
    if (errors.length > 0) throw new Error(`The page failed: ${errors.join('; ')}`)
    return { steps: person.steps, travelled: person.way.travelled, seconds }
  } catch (error) {
    await camera?.step(person.page, 'It fails here.').catch(() => undefined)
    throw error
  } finally {
    await person.page.context().close()
  }
}
