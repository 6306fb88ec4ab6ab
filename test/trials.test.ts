/** Checks the commands that try the service, as a developer meets them who does not know them. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { run } from '../proof/run.ts'

const started = (...words: string[]) => {
  const main = fileURLToPath(new URL('../proof/main.ts', import.meta.url))
  return spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
}

const proofs = [
  'bench',
  'chaos',
  'compat',
  'corpus',
  'fuzz',
  'hub',
  'journeys',
  'judges',
  'scoreboard',
  'shifts',
  'soak',
  'suite',
  'whole',
  'workflows',
]

test('npm run proof lists the trials, and refuses an unknown one', () => {
  const list = started()
  expect(list).toMatchObject({ status: 0, stderr: '' })
  expect([...list.stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)).toEqual(proofs)
  expect(started('no-such-proof')).toMatchObject({ status: 2, stdout: '' })
})

/** Hands its options on to vitest. */
const takesOthers = 'suite'

test.each(proofs.filter((name) => name !== 'corpus' && name !== takesOthers))(
  'npm run proof -- %s explains its arguments, and refuses unknown ones',
  async (command) => {
    const told = await ranHere(command, '--help')
    expect(told).toMatchObject({ status: 0, stderr: '' })
    expect(told.stdout).toContain(`npm run proof -- ${command}`)
    const refused = await ranHere(command, '--no-such-option')
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toMatch(/^Unknown option '--no-such-option'/)
    expect(refused.stderr).toContain(told.stdout)
  },
)

/** Runs it within this process, since most of a start is the loading of what all of them share. */
async function ranHere(...words: string[]) {
  const [out, err] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(() => true),
  )
  const said = (stream: typeof out) => stream?.mock.calls.map(([text]) => String(text)).join('') ?? ''
  try {
    const status = await run(words)
    return { status, stdout: said(out), stderr: said(err) }
  } finally {
    out?.mockRestore()
    err?.mockRestore()
  }
}
