/** Names the folder in which the executable of this release for this machine is once it is built. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function executableFolder(root: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return join(root, 'build', `${name}-${version}-${process.platform}-${process.arch}`)
}
