/** Builds the page from the current sources, unless it was: before all tests, and for `npm run check`. */
import { execFileSync } from 'node:child_process'
import { isOlder } from './older.ts'

const sources = ['ui/**/*.{ts,tsx,css,html,svg,js}', 'src/{contract,client,plugin-ui}/**/*.ts']

export default function buildPage(): void {
  if (!isOlder('ui/dist/index.html', { sources, exclude: ['ui/dist/**'] })) return
  // Builds as for users: with the tests' own NODE_ENV, React would be built for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('npm', ['run', '--silent', 'build:page'], { env, stdio: 'inherit' })
}

if (import.meta.main) buildPage()
