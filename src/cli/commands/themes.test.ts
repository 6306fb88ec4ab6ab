import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../../store/test-folder.ts'
import { runHere } from '../test-run-here.ts'

const folderOfTest = testFolders(onTestFinished)

test('a theme is created, installed from its folder, listed and removed', async () => {
  const home = folderOfTest()
  const folder = join(home, 'ocean')
  expect((await runHere(home, ['themes', 'new', folder])).status).toBe(0)
  expect(await runHere(home, ['themes', 'install', folder])).toMatchObject({ status: 0, stderr: '' })
  const listed = JSON.parse((await runHere(home, ['themes', 'list', '--json'])).stdout)
  expect(listed.at(-1)).toEqual({ name: 'ocean', title: 'ocean', origin: 'package', modes: ['light', 'dark'] })
  expect((await runHere(home, ['themes', 'remove', 'ocean'])).status).toBe(0)
  expect((await runHere(home, ['themes', 'remove', 'ocean'])).status).not.toBe(0)
})

test('only the data of a package is used, and none of its scripts run', async () => {
  const home = folderOfTest()
  const folder = join(home, 'ocean')
  await runHere(home, ['themes', 'new', folder])
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const trap = `node -e "require('fs').writeFileSync('${join(home, 'ran')}','')"`
  const scripts = { install: trap, postinstall: trap, prepare: trap }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts, files: ['theme.json', 'a.css'] }))
  writeFileSync(join(folder, 'a.css'), '* { display: none }')
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', home], { cwd: folder, stdio: 'ignore' })
  const installed = await runHere(home, ['themes', 'install', join(home, 'service-theme-ocean-0.1.0.tgz')])
  expect(installed).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(join(home, '.service', 'themes', 'ocean', 'theme.json'))).toBe(true)
  expect(existsSync(join(home, '.service', 'themes', 'ocean', 'a.css'))).toBe(false)
  expect(existsSync(join(home, 'ran'))).toBe(false)
})

test('a folder that is not a theme is refused with the reason', async () => {
  const home = folderOfTest()
  const folder = join(home, 'ocean')
  await runHere(home, ['themes', 'new', folder])
  const theme = JSON.parse(readFileSync(join(folder, 'theme.json'), 'utf8'))
  theme.modes.dark.background = 'url(/api/v1/settings)'
  writeFileSync(join(folder, 'theme.json'), JSON.stringify(theme))
  const { status, stderr } = await runHere(home, ['themes', 'install', folder])
  expect([status, stderr]).toEqual([2, expect.stringContaining('modes.dark.background')])
})
