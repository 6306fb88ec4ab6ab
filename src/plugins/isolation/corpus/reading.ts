/** Attacks that try to read what lies outside. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Attack, Prey } from './attack.ts'

const secretFile = ({ outside }: Prey) => join(outside, 'secret.txt')
const holds = ({ secret }: Prey, found: unknown) => String(found).includes(secret)
const reads = (what: string, pathOf: (prey: Prey) => string): Attack => ({
  what: `read ${what}`,
  run: (prey) => holds(prey, fs.readFileSync(pathOf(prey))),
})

export const reading: Readonly<Record<string, Attack>> = {
  read_file: reads('a file of the user', secretFile),
  read_by_buffer: {
    what: 'read a file whose path is given as bytes',
    run: (prey) => holds(prey, fs.readFileSync(Buffer.from(secretFile(prey)))),
  },
  read_by_url: {
    what: 'read a file whose path is given as a URL',
    run: (prey) => holds(prey, fs.readFileSync(pathToFileURL(secretFile(prey)))),
  },
  read_by_traversal: {
    what: 'read a file by going up from its own folder',
    run: (prey) => holds(prey, fs.readFileSync(`${prey.dataDir}/../../outside/secret.txt`)),
  },
  read_by_bytes_traversal: {
    what: 'read a file by going up in a path of bytes',
    run: (prey) =>
      holds(prey, fs.readFileSync(new TextEncoder().encode(`${prey.dataDir}/../../outside/secret.txt`) as never)),
  },
  read_by_promise: {
    what: 'read a file by node:fs/promises',
    run: async (prey) => holds(prey, await fs.promises.readFile(secretFile(prey))),
  },
  read_by_stream: {
    what: 'read a file as a stream',
    run: async (prey) => holds(prey, await text(fs.createReadStream(secretFile(prey)))),
  },
  read_by_blob: {
    what: 'read a file as a blob',
    run: async (prey) => holds(prey, await (await fs.openAsBlob(secretFile(prey))).text()),
  },
  read_by_require: {
    what: 'load a JSON file as a module',
    run: (prey) => holds(prey, JSON.stringify(createRequire(import.meta.url)(join(prey.outside, 'secret.json')))),
  },
  read_by_import: {
    what: 'load a module of the user',
    run: async (prey) => holds(prey, (await import(pathToFileURL(join(prey.outside, 'secret.mjs')).href)).default),
  },
  read_by_env_file: {
    what: 'load a file of settings into its environment',
    run: (prey) => {
      process.loadEnvFile(join(prey.outside, 'secret.env'))
      return holds(prey, process.env.SECRET)
    },
  },
  read_by_copy: {
    what: 'copy a file into its own folder',
    run: (prey) => {
      fs.copyFileSync(secretFile(prey), join(prey.dataDir, 'copy'))
      return holds(prey, fs.readFileSync(join(prey.dataDir, 'copy')))
    },
  },
  read_by_own_link: {
    what: 'read a file through a link that it makes',
    run: (prey) => {
      fs.symlinkSync(secretFile(prey), join(prey.dataDir, 'link'))
      return holds(prey, fs.readFileSync(join(prey.dataDir, 'link')))
    },
  },
  read_by_hard_link: {
    what: 'read a file under a second name that it gives it',
    run: (prey) => {
      fs.linkSync(secretFile(prey), join(prey.dataDir, 'hard'))
      return holds(prey, fs.readFileSync(join(prey.dataDir, 'hard')))
    },
  },
  read_by_planted_link: {
    what: 'read a file through a link that was planted in its folder',
    needsWall: true,
    run: (prey) => holds(prey, fs.readFileSync(join(prey.dataDir, 'planted'))),
  },
  read_by_planted_folder: {
    what: 'read a file through a link to a folder that was planted in its own',
    needsWall: true,
    run: (prey) => holds(prey, fs.readFileSync(join(prey.dataDir, 'planted-folder', 'secret.txt'))),
  },
  list_folder: { what: 'list a folder of the user', run: ({ outside }) => fs.readdirSync(outside).length > 0 },
  find_files: { what: 'find files by a pattern', run: ({ outside }) => fs.globSync(`${outside}/*`).length > 0 },
  look_at_file: { what: 'see how large a file is', run: (prey) => fs.statSync(secretFile(prey)).size > 0 },
  watch_folder: {
    what: 'watch a folder of the user',
    run: ({ outside }) => {
      fs.watch(outside).close()
      return true
    },
  },
  read_messages: {
    what: 'read the messages of the user',
    run: ({ chatDb }) => fs.readSync(fs.openSync(chatDb, 'r'), Buffer.alloc(16)) > 0,
  },
  read_neighbour: reads('the folder of another plugin', ({ neighbourDir }) => join(neighbourDir, 'acks.log')),
  read_settings: reads('the settings with all their secrets', ({ serviceDir }) => join(serviceDir, 'config.json')),
  read_install_key: reads('the key of the installation', ({ serviceDir }) => join(serviceDir, 'state', 'install.key')),
  read_accounts: { what: 'read the accounts of the machine', run: () => fs.readFileSync('/etc/passwd').length > 0 },
  read_devices: {
    what: 'open a terminal, a disk or the memory of the machine',
    run: () =>
      ['/dev/mem', '/dev/kmsg', '/dev/tty', '/dev/sda', '/dev/vda', '/dev/disk0'].some((path) => {
        try {
          return fs.openSync(path, 'r') >= 0
        } catch {
          return false
        }
      }),
  },
  read_bridge_environment: {
    what: "read the bridge's environment",
    run: ({ bridgePid }) => fs.readFileSync(`/proc/${bridgePid}/environ`).length > 0,
  },
  read_bridge_root: {
    what: "read a file by way of the bridge's process",
    run: (prey) => holds(prey, fs.readFileSync(`/proc/${prey.bridgePid}/root${secretFile(prey)}`)),
  },
  forge_permission: {
    what: 'replace the object that answers for the permissions',
    run: (prey) => {
      Object.defineProperty(process, 'permission', { value: { has: () => true } })
      return holds(prey, fs.readFileSync(secretFile(prey)))
    },
  },
}
