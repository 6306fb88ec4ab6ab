import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Runs the layer rules over a tree of these files. */
function violationsIn(files: Record<string, string>): { output: string; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries({ 'tsconfig.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const depcruise = fromRoot('node_modules/.bin/depcruise')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [depcruise, '--config', fromRoot('.dependency-cruiser.mjs'), 'src'],
    { cwd: folder, encoding: 'utf8' },
  )
  return { output: stdout + stderr, status }
}

const other = { 'src/store/a.ts': 'export const a = 1', 'simulator/mac.ts': 'export const mac = 1' }

const planted = [
  ['layer-domain', 'src/domain/b.ts', "import { a } from '../store/a.ts'\nexport const b = a"],
  ['layer-apple', 'src/apple/b.ts', "import type { a } from '../store/a.ts'\nexport type B = typeof a"],
  ['layer-integrations', 'src/integrations/hook/index.ts', "import { a } from '../../store/a.ts'\nexport const b = a"],
  ['pure-rooms', 'src/domain/c.ts', "import { readFileSync } from 'node:fs'\nexport const b = readFileSync"],
  [
    'sqlite-in-few-rooms',
    'src/bridge/b.ts',
    "import { DatabaseSync } from 'node:sqlite'\nexport const b = DatabaseSync",
  ],
  ['processes-in-three-rooms', 'src/bridge/c.ts', "import { spawn } from 'node:child_process'\nexport const b = spawn"],
  ['simulator-stays-outside', 'src/mac/b.ts', "import { mac } from '../../simulator/mac.ts'\nexport const b = mac"],
] as const

test('a tree without a violation passes', () => {
  const { status } = violationsIn({
    ...other,
    'src/bridge/b.ts': "import { a } from '../store/a.ts'\nexport const b = a",
  })
  expect(status).toBe(0)
})

test('each planted violation fails under the name of its rule', () => {
  const { output, status } = violationsIn({
    ...other,
    ...Object.fromEntries(planted.map(([, path, text]) => [path, text])),
  })
  for (const [rule, path] of planted) expect(output).toContain(`error ${rule}: ${path}`)
  expect(status).toBeGreaterThanOrEqual(planted.length)
})
