import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeHome } from './remove-home.ts'

/** Says that it has begun, and creates and removes files in the folder until the folder is gone. */
const busyIn = (folder: string) =>
  `echo begun; while [ -d "${folder}" ]; do : > "${folder}/a"; rm -f "${folder}/a"; done 2>/dev/null`

test('a home is gone completely, although a program creates and removes files in it all the while', async () => {
  const place = mkdtempSync(join(tmpdir(), 'homes-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  for (let times = 0; times < 5; times++) {
    const folder = join(place, 'home', 'Library', 'Messages')
    mkdirSync(folder, { recursive: true })
    const program = spawn('/bin/sh', ['-c', busyIn(folder)], { stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = once(program, 'exit')
    await once(program.stdout, 'data')
    removeHome(join(place, 'home'))
    await ended
    expect(readdirSync(place)).toEqual([])
  }
})

test('a home that is gone already is no error', () => {
  const place = mkdtempSync(join(tmpdir(), 'homes-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  removeHome(join(place, 'home'))
  expect(readdirSync(place)).toEqual([])
})
