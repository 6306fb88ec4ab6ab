/**
 * `node packaging/release/notes.ts <tag>` prints what CHANGELOG.md says of the version that the tag names, and fails
 * where tag, package.json and CHANGELOG.md do not name the same.
 */
import { readFileSync } from 'node:fs'
import { notesOf } from './changelog.ts'

const [tag] = process.argv.slice(2)
if (tag === undefined) throw new Error('Name the tag of the release.')

const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const { version } = JSON.parse(textOf('package.json'))
process.stdout.write(notesOf(textOf('CHANGELOG.md'), { tag, version }))
