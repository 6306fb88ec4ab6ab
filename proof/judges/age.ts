/** Decrypts a backup with the program of age, as docs/export-and-backup.md shows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { type Judge, verdictOf } from './judge.ts'

const passphrase = 'four words that nobody guesses'

export const age: Judge = {
  name: 'age',
  examines: 'a backup with a passphrase: decrypted by the program `age`, listed by `tar`',
  tools: [],
  programs: ['age'],
  async judge({ work, world }) {
    const [backup, opened, file] = ['backup.tar.gz.age', 'opened.tar.gz', 'passphrase'].map((name) => join(work, name))
    writeFileSync(file ?? '', passphrase, { mode: 0o600 })
    const args = ['backup', '--passphrase-file', file ?? '', '--to', backup ?? '']
    const made = await run([process.execPath, installation().entry, ...args], {
      env: { ...process.env, HOME: world.home },
    })
    if (made.status !== 0) throw new Error(made.stderr)
    // age takes a passphrase from a terminal alone.
    const terminal = spawn('script', ['-qec', `age -d -o '${opened}' '${backup}'`, '/dev/null'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    terminal.stdin.write(`${passphrase}\n`)
    await once(terminal, 'exit')
    const { status, stdout, stderr } = await run(['tar', 'tzf', opened ?? ''])
    const names = stdout.trim().split('\n')
    const isWhole = status === 0 && names.some((name) => name.endsWith('config.json'))
    return verdictOf(isWhole ? [] : [`tar: ${stderr || names.join(', ')}`], `opens; ${names.length} files`)
  },
}
