/** Before all tests: the page is built of its sources as they are now. */
import { execFileSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

export default function buildPage(): void {
  const sources = globSync(['ui/**/*.{ts,tsx,css,html,svg,js}', 'src/{contract,client,plugin-ui}/**/*.ts'], {
    exclude: ['ui/dist/**'],
  })
  const newest = Math.max(...sources.map(changedAt))
  // As users get it: the tests' own NODE_ENV would build React for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  if (newest > changedAt('ui/dist/index.html'))
    execFileSync('npm', ['run', '--silent', 'build:page'], { env, stdio: 'inherit' })
}
