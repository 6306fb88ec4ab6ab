// Keeps compiled code between starts. It lies in the folder of the program itself: a program may run with permissions that
// others of its user lack, and whoever can put compiled code there could as well change the program.
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export async function keepCompiled() {
  // Releases of Node that are too old for the program read this file, and lack this.
  const { constants, enableCompileCache } = await import('node:module')
  const folder = fileURLToPath(new URL('../node_modules/.cache/service', import.meta.url))
  const { status } = enableCompileCache(folder)
  // Threads look only here. A folder that cannot be written is ignored.
  if (status !== constants.compileCacheStatus.FAILED) process.env.NODE_COMPILE_CACHE = folder
}
