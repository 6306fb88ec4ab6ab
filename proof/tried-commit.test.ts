import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../src/store/test-folder.ts'
import { triedCommit } from './tried-commit.ts'

const folderOfTest = testFolders(onTestFinished)

function repository() {
  const folder = folderOfTest()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  const write = (path: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), `${Math.random()}`)
  }
  const commit = (path: string) => {
    write(path)
    git('add', '--all')
    git('commit', '--quiet', '--message', path)
    return git('rev-parse', '--short', 'HEAD')
  }
  return { folder, git, write, commit, tried: () => triedCommit(join(folder, 'proof')) }
}

test('the report names the commit that main has, and whether the tested tree differs from it', () => {
  const { git, write, commit, tried } = repository()
  commit('proof/compat/record.json')
  const first = commit('src/main.ts')
  expect(tried()).toBe(first)
  write('proof/compat/record.json')
  write('docs/page.md')
  expect(tried()).toBe(first)
  git('switch', '--quiet', '--create', 'work')
  commit('docs/page.md')
  expect(tried()).toBe(first)
  commit('src/main.ts')
  expect(tried()).toBe(`${first} with changes`)
  git('branch', '--force', 'main', 'HEAD')
  const second = git('rev-parse', '--short', 'HEAD')
  expect(tried()).toBe(second)
  write('proof/figures.ts')
  expect(tried()).toBe(`${second} with changes`)
})

test('without a repository no commit is named', () => {
  expect(triedCommit(folderOfTest())).toBe('an unknown commit')
})
