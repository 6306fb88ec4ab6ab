/** Edits config.json as editors do, with valid and broken content, and with several that save at once. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pick, type Random, seededRandom } from '../../../simulator/random.ts'
import type { Logger } from '../../../src/contract/log-entry.ts'
import { saveConfig } from '../../../src/store/config-file.ts'
import { loadConfig } from '../../../src/store/config-in-force.ts'
import { prepareServiceDir, serviceDir } from '../../../src/store/service-dir.ts'
import { openSettings } from '../../../src/store/settings.ts'
import { until } from '../../../test/harness/until.ts'
import type { Outcome } from '../row.ts'

const edits = 1_000
const editorsAtOnce = 8
const settleMs = 150

export async function settingsEdited(): Promise<Outcome> {
  const each = await Promise.all(
    Array.from({ length: editorsAtOnce }, (_, index) => edited(edits / editorsAtOnce, seededRandom(`edits ${index}`))),
  )
  const wrong = each.reduce((sum, count) => sum + count, 0)
  const lost = await savedAtOnce()
  return {
    figure: `${edits} edits: the last good settings were not in force after ${wrong}; of ${savers * savesEach} changes saved at once ${lost} were lost`,
    reached: wrong === 0 && lost === 0,
  }
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }

function openAt(base: string) {
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { relay: { scope: 'everyone' } })
  return { dir, load: () => loadConfig(dir).config, open: () => openSettings(dir, loadConfig(dir), silent) }
}

/** Returns the number of edits after which other settings were in effect, while running or after a restart. */
async function edited(times: number, random: Random): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'edits-'))
  const { dir, load, open } = openAt(base)
  const settings = open()
  let good = 0
  let wrong = 0
  const inForce = () => settings.current().relay.max_age_s
  good = inForce()
  for (let edit = 0; edit < times; edit++) {
    const before = readFileSync(dir.configFile, 'utf8')
    const isGood = random() < 0.5
    const age = 3_600 + edit
    const text = isGood ? JSON.stringify({ version: 1, relay: { max_age_s: age } }) : pick(random, broken)(before)
    await pick(random, editors)(dir.configFile, text)
    if (isGood) {
      good = age
      await until(() => inForce() === good, { withinMs: 5_000 }).catch(() => undefined)
    } else await wait(settleMs)
    wrong += Number(inForce() !== good || load().relay.max_age_s !== good)
  }
  settings.close()
  rmSync(base, { recursive: true })
  return wrong
}

const broken: readonly ((text: string) => string)[] = [
  () => '',
  () => '{',
  () => '[]',
  (text) => text.slice(0, text.length / 2),
  () => '{"relay": {"max_age_s": "long"}}',
  (text) => `${text}\0\0`,
]

const mode = 0o600

/** The ways in which editors save: another file that is moved, in place, in two steps, with a backup first. */
const editors: readonly ((path: string, text: string) => unknown)[] = [
  (path, text) => {
    writeFileSync(`${path}.swp`, text, { mode })
    renameSync(`${path}.swp`, path)
  },
  (path, text) => writeFileSync(path, text),
  async (path, text) => {
    writeFileSync(path, text.slice(0, text.length / 3))
    await wait(5)
    writeFileSync(path, text)
  },
  (path, text) => {
    renameSync(path, `${path}~`)
    writeFileSync(path, text, { mode })
  },
]

const savers = 4
const savesEach = 50

/** Each process adds people to the same list, based on what it reads there. */
async function savedAtOnce(): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'saves-'))
  const { load, open } = openAt(base)
  const all = Array.from({ length: savers }, open)
  const save = async (settings: (typeof all)[number], saver: number) => {
    for (let count = 0; count < savesEach; count++) {
      const handle = `+1202555${String(saver * savesEach + count).padStart(4, '0')}`
      settings.change(({ whitelist }) => ({ whitelist: { handles: [...whitelist.handles, handle] } }))
      await wait(1)
    }
  }
  await Promise.all(all.map(save))
  for (const settings of all) settings.close()
  const kept = load().whitelist.handles.length
  rmSync(base, { recursive: true })
  return savers * savesEach - kept
}
