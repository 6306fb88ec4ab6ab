/** Downloads an npm package into a temporary folder to be read: none of it is run, and nothing is kept. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../domain/service-error.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { type Npm, prepareProject } from './npm.ts'

interface Packed {
  name: string
  filename: string
}

/** Calls `read` with the folder of the package, which is removed afterwards. */
export async function withPackage<T>(
  spec: string,
  { base, npm }: { base: string; npm: Npm },
  read: (folder: string) => T,
): Promise<T> {
  prepareFolder(join(base, 'cache'))
  const apart = mkdtempSync(join(base, 'cache', 'theme-'))
  try {
    prepareProject(apart)
    const args = ['pack', '--json', '--pack-destination', apart, '--', spec]
    const [packed] = JSON.parse(await npm(apart, args)) as Packed[]
    if (packed === undefined) throw new ServiceError('plugin_refused', 'npm packed nothing.')
    await npm(apart, ['install', '--omit=dev', '--omit=peer', '--omit=optional', `./${packed.filename}`])
    return read(join(apart, 'node_modules', packed.name))
  } finally {
    rmSync(apart, { recursive: true, force: true })
  }
}
