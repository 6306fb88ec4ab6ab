/** Finds the files of the service in which a text stands, such as a password that came in an address. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Registered webhooks are addresses with passwords, and have to be kept. */
const keepsAddresses = /bluebubbles[\w.-]*\.db/

/** Returns the paths below the folder of the service, and those that were read. */
export function filesWith(base: string, text: string): { read: string[]; found: string[] } {
  const read = globSync('**/*', { cwd: base, withFileTypes: true })
    .filter((file) => file.isFile() && !keepsAddresses.test(file.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  return { read, found: read.filter((path) => contains(path, text)) }
}

/** Files that were sent are removed meanwhile. */
function contains(path: string, text: string): boolean {
  try {
    return readFileSync(path).includes(text)
  } catch (error) {
    if (existsSync(path)) throw error
    return false
  }
}
