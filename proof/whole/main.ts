/** Runs every case of the tests of which the suite tries a part: those that ask `isWhole` of test/harness/told.ts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../test/harness/built.ts'
import { commandLine } from '../terminal.ts'

const usage = `npm run proof -- whole

Runs the tests of which \`npm test\` tries some cases only, with all of their cases.`

export async function prove(args: readonly string[]): Promise<boolean> {
  commandLine({ usage, args })
  const vitest = ['node_modules/vitest/vitest.mjs', 'related', '--run', 'test/harness/told.ts']
  const child = spawn(process.execPath, vitest, {
    cwd: root,
    env: { ...process.env, WHOLE: '1' },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  return code === 0
}
