import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runHere } from '../test-run-here.ts'

const folderOfTest = testFolders(onTestFinished)

/** The typed line, whose last word is completed, and some of the completions; undefined means none. */
const cases: readonly [line: readonly string[], offered: readonly string[] | undefined][] = [
  [
    ['service', 'co'],
    ['config', 'completions'],
  ],
  [
    ['service', 'sim', ''],
    ['create', 'live', 'receive', 'play', 'fault'],
  ],
  [['service', 'config', 'se'], ['set']],
  [['service', 'config', 'set', 'relay.s'], ['relay.scope']],
  [
    ['service', 'config', 'set', 'relay.scope', ''],
    ['whitelist', 'contacts', 'everyone'],
  ],
  [['service', 'config', 'set', 'send.sms_fallback', 'f'], ['false']],
  [['service', 'config', 'add', 'whitelist.h'], ['whitelist.handles']],
  [['service', 'config', 'set', 'integrations.webhook.u'], ['integrations.webhook.url']],
  [['service', 'plugins', 'enable', 'we'], ['webhook']],
  [['service', 'plugins', 'dead', 'content'], ['content_filter']],
  [['service', 'logs', '--le'], ['--level']],
  [['service', 'logs', '--level', 'w'], ['warn']],
  [['service', 'logs', '-n', '5', '--json', '--level', 'de'], ['debug']],
  [
    ['service', 'completions', ''],
    ['zsh', 'bash', 'fish'],
  ],
  [
    ['service', 'send', '--file', 'pl'],
    ['plan.pdf', 'plans'],
  ],
  [['service', 'plugins', 'try', 'pl'], ['plans']],
  [['service', 'send', '--key', ''], undefined],
  [['service', 'status', ''], undefined],
]

async function scriptFor(shell: string) {
  const folder = folderOfTest()
  const { status, stdout } = await runHere(folder, ['completions', shell])
  expect(status).toBe(exitCodes.done)
  const script = join(folder, 'script')
  writeFileSync(script, stdout)
  writeFileSync(join(folder, 'plan.pdf'), '')
  mkdirSync(join(folder, 'plans'))
  return { folder, script }
}

/** Expects no output on stderr, because a shell that complains completes nothing. */
function answers(shell: string, { folder, program }: { folder: string; program: string }): string[][] {
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, '.config') }
  const { stdout, stderr, status } = spawnSync(shell, ['-c', program], { encoding: 'utf8', cwd: folder, env })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('==\n').map((answer) => answer.split('\n').filter(Boolean))
}

function expectOffered(given: readonly string[][]): void {
  for (const [index, [line, offered]] of cases.entries())
    if (offered === undefined) expect(given[index], line.join(' ')).toEqual([])
    else expect(given[index], line.join(' ')).toEqual(expect.arrayContaining([...offered]))
}

const quoted = (word: string) => `'${word}'`
const hasShell = (shell: string) => spawnSync(shell, ['--version'], { stdio: 'ignore' }).error === undefined

test('bash completes commands, options, values and files', async () => {
  const { folder, script } = await scriptFor('bash')
  const lines = cases.map(
    ([line]) =>
      `COMP_WORDS=(${line.map(quoted).join(' ')}); COMP_CWORD=${line.length - 1}; _service; printf '%s\\n' "\${COMPREPLY[@]}"; echo '=='`,
  )
  const given = answers('bash', {
    folder,
    program: `source '${script}'; complete -p service; echo '=='; ${lines.join('\n')}`,
  })
  expect(given.shift()).toEqual(['complete -F _service service'])
  expectOffered(given)
})

test('bash completes a value after an equals sign', async () => {
  const { folder, script } = await scriptFor('bash')
  const program = `source '${script}'; COMP_WORDS=(service logs --level = er); COMP_CWORD=4; _service; echo "\${COMPREPLY[@]}"`
  expect(answers('bash', { folder, program })).toEqual([['error']])
})

test.runIf(hasShell('zsh'))('zsh completes commands, options, values and files', async () => {
  const { folder, script } = await scriptFor('zsh')
  expect(spawnSync('zsh', ['-n', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  // Replacements for functions that only the line editor has, as far as they are used.
  const editor = [
    'compdef() { :; }',
    'compadd() { shift; print -l -- $@; }',
    '_files() { if [[ $1 == -/ ]]; then print -l -- *(/); else print -l -- *; fi; }',
    '_describe() { print -l -- $' + '{named%%:*}; }',
  ].join('\n')
  const lines = cases.map(
    ([line]) => `words=(${line.map(quoted).join(' ')}); CURRENT=${line.length}; PREFIX=$words[-1]; _service; echo '=='`,
  )
  const program = `${editor}\nsource '${script}'\n${lines.join('\n')}`
  // The editor itself filters by the beginning of the word.
  expectOffered(answers('zsh', { folder, program }))
})

test.runIf(hasShell('fish'))('fish completes commands, options, values and files', async () => {
  const { folder, script } = await scriptFor('fish')
  expect(spawnSync('fish', ['--no-execute', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  // Fish ships completions for another command of this name; ours are loaded from a place with precedence.
  const completions = join(folder, '.config', 'fish', 'completions')
  mkdirSync(completions, { recursive: true })
  renameSync(script, join(completions, 'service.fish'))
  const lines = cases.map(([line]) => `complete -C '${line.join(' ')}' | string replace -r '[\\t/].*' ''; echo '=='`)
  expectOffered(answers('fish', { folder, program: lines.join('; ') }))
})

test('an unknown shell is a usage error that names the supported ones', async () => {
  const { status, stdout, stderr } = await runHere(folderOfTest(), ['completions', 'tcsh'])
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toContain('zsh, bash, fish')
})
