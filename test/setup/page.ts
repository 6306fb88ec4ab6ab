/** Before all tests: the page is built of its sources as they are now. */
import { execFileSync } from 'node:child_process'
import { isOlder } from './older.ts'

const sources = ['ui/**/*.{ts,tsx,css,html,svg,js}', 'src/{contract,client,plugin-ui}/**/*.ts']

export default function buildPage(): void {
  if (!isOlder('ui/dist/index.html', { sources, exclude: ['ui/dist/**'] })) return
  // As users get it: the tests' own NODE_ENV would build React for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('npm', ['run', '--silent', 'build:page'], { env, stdio: 'inherit' })
}
