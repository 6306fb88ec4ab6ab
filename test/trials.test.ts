/** Checks the commands that try the service, as a developer meets them who does not know them. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const run = (command: string, word: string) => {
  const main = fileURLToPath(new URL(`../${command}/main.ts`, import.meta.url))
  return spawnSync(process.execPath, [main, word], { encoding: 'utf8' })
}

test.each(['bench', 'chaos', 'fuzz', 'soak'])(
  'npm run %s explains its arguments, and refuses unknown ones',
  (command) => {
    const told = run(command, '--help')
    expect(told).toMatchObject({ status: 0, stderr: '' })
    expect(told.stdout).toContain(`npm run ${command}`)
    const refused = run(command, '--no-such-option')
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toMatch(/^Unknown option '--no-such-option'/)
    expect(refused.stderr).toContain(told.stdout)
  },
)
