/**
 * `node packaging/homebrew/release.ts <tarball>` updates the formula to the release of package.json and the tarball
 * that npm packed.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formulaOf } from './formula.ts'

const [tarball] = process.argv.slice(2)
if (tarball === undefined) throw new Error('Name the tarball that `npm pack` made.')

const formula = fileURLToPath(new URL('./local-messaging-relay.rb', import.meta.url))
const { name, version } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
)
const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex')
writeFileSync(formula, formulaOf(readFileSync(formula, 'utf8'), { name, version, sha256 }))
process.stdout.write(`${formula}: ${version}, ${sha256}\n`)
