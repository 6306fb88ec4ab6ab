import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { manifestsFile } from './bundled-manifests.ts'
import { Catalog } from './catalog.ts'
import { findWall } from './isolation/wall.ts'
import { pluginSource, testFolder, writePlugin } from './test-host.ts'

const wall = findWall()
const silent = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }
let serviceDir: string
beforeEach(() => {
  serviceDir = testFolder()
})

const catalog = (clock = systemClock) =>
  new Catalog(
    { serviceDir, bundledDir: join(serviceDir, 'bundled') },
    { log: silent, clock, reserved: new Set(['stats']), wall },
  )
/** A plugin that appends to a file each time its code is run. */
const counting = (name: string) => pluginSource(name, { top: `appendFileSync(process.cwd() + '/runs', 'run ')` })
const namesOf = (looked: ReturnType<typeof catalog>) => looked.plugins.map(({ manifest }) => manifest.name)
const runsOf = ({ cacheDir }: { cacheDir: string }) => readFileSync(join(cacheDir, 'runs'), 'utf8')

it('describes a plugin once, and again only when its files change', async () => {
  const folder = writePlugin(join(serviceDir, 'integrations'), 'probe', counting('probe'))
  const first = catalog()
  await first.refresh()
  await first.refresh()
  const second = catalog()
  expect(namesOf(second)).toEqual(['probe'])
  await second.refresh()
  const plugin = second.plugins[0] ?? expect.fail('it is not there')
  expect(runsOf(plugin)).toBe('run ')
  writeFileSync(join(folder, 'more.txt'), '')
  await second.refresh()
  expect(runsOf(plugin)).toBe('run run ')
})

it('forgets a plugin that was removed, even while nothing was running', async () => {
  const folder = writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', {}))
  await catalog().refresh()
  rmSync(folder, { recursive: true })
  expect(namesOf(catalog())).toEqual([])
})

it('prefers a bundled plugin to an external one of the same name', async () => {
  writePlugin(join(serviceDir, 'integrations'), 'a', pluginSource('probe', {}))
  const bundled = writePlugin(join(serviceDir, 'bundled'), 'probe', pluginSource('probe', {}))
  const looked = catalog()
  await looked.refresh()
  expect(looked.plugins.map(({ candidate }) => candidate.folder)).toEqual([bundled])
  expect(looked.misfits.map(({ name, violation }) => [name, violation])).toEqual([['a', 'the name probe is taken']])
})

it('does not run a bundled plugin whose manifest is written beside it', async () => {
  const bundledDir = join(serviceDir, 'bundled')
  for (const name of ['told', 'untold']) writePlugin(bundledDir, name, counting(name))
  const told = {
    name: 'told',
    tier: 'official',
    settings_schema: {},
    display_name: null,
    description: null,
    network: [],
    page: null,
    translations: {},
  }
  writeFileSync(join(bundledDir, manifestsFile), JSON.stringify({ told }))
  const looked = catalog()
  await looked.refresh()
  expect(namesOf(looked)).toEqual(['told', 'untold'])
  expect(looked.plugins.map((plugin) => existsSync(join(plugin.cacheDir, 'runs')))).toEqual([false, true])
})

it('starts over when the remembered catalog is corrupt', async () => {
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', {}))
  await catalog().refresh()
  writeFileSync(join(serviceDir, 'cache', 'plugins', 'catalog.json'), '[{"cand')
  const looked = catalog()
  expect(namesOf(looked)).toEqual([])
  await looked.refresh()
  expect(namesOf(looked)).toEqual(['probe'])
})

it('lists each invalid plugin under a unique name', async () => {
  for (const folder of ['a', 'b b', 'b-b', 'stats'])
    writePlugin(join(serviceDir, 'integrations'), folder, pluginSource(folder === 'stats' ? 'a' : '7', {}))
  writePlugin(join(serviceDir, 'bundled'), 'a', pluginSource('a', {}))
  const looked = catalog()
  await looked.refresh()
  expect(namesOf(looked)).toEqual(['a'])
  expect(looked.misfits.map(({ name, tier }) => [name, tier])).toEqual([
    ['a_2', null],
    ['b_b', null],
    ['b_b_2', null],
    ['stats_2', 'official'],
  ])
})

it('retries a plugin after a pause when describing it failed for a passing reason', async () => {
  const dying = `if (!existsSync(process.cwd() + '/again')) {
    writeFileSync(process.cwd() + '/again', ''); process.kill(process.pid, 'SIGKILL') }`
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', { top: dying }))
  let sleptMs = 0
  const looked = catalog({ ...systemClock, monotonicMs: () => systemClock.monotonicMs() + sleptMs })
  await looked.refresh()
  await looked.refresh()
  expect([namesOf(looked), looked.misfits.map(({ name }) => name)]).toEqual([[], ['probe']])
  sleptMs = 60_000
  await looked.refresh()
  expect([namesOf(looked), looked.misfits]).toEqual([['probe'], []])
})

it('skips a folder that cannot be read', async () => {
  const folder = writePlugin(join(serviceDir, 'integrations'), 'locked', pluginSource('locked', {}))
  writePlugin(join(serviceDir, 'integrations'), 'probe', pluginSource('probe', {}))
  writeFileSync(join(serviceDir, 'integrations', 'a file'), '')
  chmodSync(join(folder, 'index.mjs'), 0)
  const looked = catalog()
  await looked.refresh()
  expect(namesOf(looked)).toContain('probe')
})
