/** Goes on each journey twice, by pointer and by keyboard, counts the steps, and writes docs/journeys.md. */
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../test/harness/browser.ts'
import buildPage from '../../test/setup/page.ts'
import { writePages } from '../pages.ts'
import { commandLine } from '../terminal.ts'
import { type Trial, tryAll } from '../trials.ts'
import { albumOf, cameraFor } from './camera.ts'
import { journeys } from './journeys.ts'
import { journeysRecord, type Outcome, pressesIn } from './record.ts'
import { walk } from './run.ts'

const all = journeys.map(({ name }) => name)
const usage = `npm run proof -- journeys [JOURNEY…] [--steps FOLDER]

Goes through what newcomers want, in a browser over a simulated Mac: once with a pointer, once with a keyboard alone.
Counts the steps, takes pictures, and writes docs/journeys.md.

  --steps FOLDER   Also keep a picture of each step of both ways there

Journeys: ${all.map((name) => `"${name}"`).join(', ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names, values } = commandLine({ usage, args, names: all, options: { steps: { type: 'string' } } })
  const asked = journeys.filter(({ name }) => names.length === 0 || names.includes(name))
  buildPage()
  // A Mac's own typeface is not available elsewhere.
  process.env.FONTCONFIG_FILE = fileURLToPath(new URL('../../docs/picture-fonts.conf', import.meta.url))
  const browser = await openBrowser()
  try {
    const trials = asked.map(
      (journey): Trial<Outcome> => ({
        name: journey.name,
        async run() {
          const album = albumOf(journey)
          const camera = (way: string) =>
            cameraFor({
              ...(values.steps && { steps: `${values.steps}/${journey.name}-${way}` }),
              ...(way === 'pointer' && { album }),
            })
          const pointer = await walk(journey, { browser, way: 'pointer', camera: camera('pointer') })
          const keyboard = await walk(journey, { browser, way: 'keyboard', camera: camera('keyboard') })
          const { title, wants, ends, mostPresses } = journey
          const told = { title, wants, ends, ...(mostPresses !== undefined && { mostPresses }) }
          return { journey: told, pointer, keyboard, pictures: album.keep() }
        },
      }),
    )
    const entries = await tryAll({
      trials,
      format: ({ pointer, keyboard }, { trial }) =>
        `${trial.padEnd(10)} ${pointer.steps.length} steps by pointer, ${keyboard.steps.length} by keyboard with ${keyboard.travelled} keys between them`,
      keep(entry) {
        journeysRecord.keep(entry, all)
        writePages()
      },
    })
    const isShort = ({ outcome }: (typeof entries)[number]) =>
      outcome !== undefined && pressesIn(outcome.pointer) <= (outcome.journey.mostPresses ?? Number.POSITIVE_INFINITY)
    return entries.every(isShort)
  } finally {
    await browser.close()
  }
}
