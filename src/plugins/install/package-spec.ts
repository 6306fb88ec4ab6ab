/** What a person may name to have a plugin installed: a name of the registry, the file of a package, or a folder. */
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { ServiceError } from '../../domain/service-error.ts'

const word = '[a-z0-9~][a-z0-9._~-]*'
/** Anything else would make npm fetch from servers that nobody meant. */
const registryName = new RegExp(`^(@${word}/)?${word}(@[A-Za-z0-9.^~*+-]+)?$`)

/** In the form in which npm cannot take it for something else. */
export function packageSpec(given: string): string {
  const path = resolve(given.replace(/^~(?=\/)/, homedir()))
  const looksLikePath = /^[./~]|\.tgz$/.test(given)
  if (statSync(path, { throwIfNoEntry: false }) !== undefined && (looksLikePath || !registryName.test(given)))
    return path
  if (!looksLikePath && registryName.test(given)) return given
  throw new ServiceError('invalid_request', `"${given}" is no folder, no package file and no name of a package.`)
}
