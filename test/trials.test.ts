/** Checks the commands that try the service, as a developer meets them who does not know them. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const run = (...words: string[]) => {
  const main = fileURLToPath(new URL('../proof/main.ts', import.meta.url))
  return spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
}

const proofs = ['bench', 'chaos', 'corpus', 'fuzz', 'journeys', 'judges', 'scoreboard', 'soak', 'whole']

test('npm run proof lists what can be tried, and refuses anything else', () => {
  const list = run()
  expect(list).toMatchObject({ status: 0, stderr: '' })
  expect([...list.stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)).toEqual(proofs)
  expect(run('no-such-proof')).toMatchObject({ status: 2, stdout: '' })
})

test.each(proofs.filter((name) => name !== 'corpus'))(
  'npm run proof -- %s explains its arguments, and refuses unknown ones',
  (command) => {
    const told = run(command, '--help')
    expect(told).toMatchObject({ status: 0, stderr: '' })
    expect(told.stdout).toContain(`npm run proof -- ${command}`)
    const refused = run(command, '--no-such-option')
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toMatch(/^Unknown option '--no-such-option'/)
    expect(refused.stderr).toContain(told.stdout)
  },
)
