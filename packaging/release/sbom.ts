/**
 * `node packaging/release/sbom.ts <folder>` writes what an installation of the package consists of into the folder, in
 * both formats that programs read: CycloneDX and SPDX.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder for the files.')

const name = 'local-messaging-relay'
const formats = { cyclonedx: 'cdx', spdx: 'spdx' } as const

const work = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  // npm calls the package by its folder, whatever a checkout is called.
  const project = join(work, name)
  mkdirSync(project)
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), join(project, file))
  mkdirSync(folder, { recursive: true })
  for (const [format, ending] of Object.entries(formats)) {
    const args = ['sbom', `--sbom-format=${format}`, '--sbom-type=application', '--omit=dev', '--package-lock-only']
    const written = execFileSync('npm', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    const file = join(folder, `${name}.${ending}.json`)
    writeFileSync(file, written)
    process.stdout.write(`${file}\n`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
