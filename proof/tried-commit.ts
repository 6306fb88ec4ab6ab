/**
 * Names the commit of what is tried, so that it can be found later: a commit of a branch is another one once the branch
 * was rebased, so the newest one that main has is named, with a mark where the sources differ from it.
 */
import { execFileSync } from 'node:child_process'

/** The code that is tried, and the code that tries it. Records change with each trial. */
const tried = ['bin', 'src', 'ui', 'simulator', 'proof', 'package.json', 'package-lock.json'].map((path) => `:/${path}`)
const records = [':(top,exclude)proof/**/record.json']

export function triedCommit(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const base = baseOf(git)
    const paths = ['--', ...tried, ...records]
    const changes = [
      git('diff', '--name-only', base, ...paths),
      git('ls-files', '--others', '--exclude-standard', ...paths),
    ]
    return `${git('rev-parse', '--short', base)}${changes.every((files) => files === '') ? '' : ' with changes'}`
  } catch {
    return 'an unknown commit'
  }
}

function baseOf(git: (...args: string[]) => string): string {
  try {
    return git('merge-base', 'HEAD', 'main')
  } catch {
    return 'HEAD'
  }
}
