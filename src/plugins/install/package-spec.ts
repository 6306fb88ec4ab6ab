/** Checks what a person may name to install a plugin: a name of the registry, the file of a package, or a folder. */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { ServiceError } from '../../domain/service-error.ts'

const word = '[a-z0-9~][a-z0-9._~-]*'
/** Matches names of the registry. Anything else would make npm fetch from servers that nobody intended. */
const registryName = new RegExp(`^(@${word}/)?${word}(@[A-Za-z0-9.^~*+-]+)?$`)

/** Returns the name if it is one of the registry: callers from elsewhere name no files of this Mac. */
export function registryPackage(given: string): string {
  if (registryName.test(given)) return given
  throw new ServiceError('invalid_request', `"${given}" is no name of a package.`, {
    in: 'body',
    path: 'package',
    reason: 'is no name of the npm registry',
  })
}

/** Returns the name or path in a form that npm cannot misread. */
export function packageSpec(given: string): string {
  const path = resolve(given.replace(/^~(?=\/)/, homedir()))
  const looksLikePath = /^[./~]|\.tgz$/.test(given)
  if (statSync(path, { throwIfNoEntry: false }) !== undefined && (looksLikePath || !registryName.test(given)))
    return path
  if (!looksLikePath && registryName.test(given)) return given
  throw new ServiceError('invalid_request', `"${given}" is no folder, no package file and no name of a package.`)
}
