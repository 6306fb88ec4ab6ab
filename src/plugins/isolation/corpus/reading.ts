/** Attacks that try to read what lies outside. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Attack, Targets } from './attack.ts'

const secretFile = ({ outside }: Targets) => join(outside, 'secret.txt')
const holds = ({ secret }: Targets, found: unknown) => String(found).includes(secret)
const reads = (what: string, pathOf: (targets: Targets) => string): Attack => ({
  what: `read ${what}`,
  run: (targets) => holds(targets, fs.readFileSync(pathOf(targets))),
})

export const reading: Readonly<Record<string, Attack>> = {
  read_file: reads('a file of the user', secretFile),
  read_by_buffer: {
    what: 'read a file whose path is given as bytes',
    run: (targets) => holds(targets, fs.readFileSync(Buffer.from(secretFile(targets)))),
  },
  read_by_url: {
    what: 'read a file whose path is given as a URL',
    run: (targets) => holds(targets, fs.readFileSync(pathToFileURL(secretFile(targets)))),
  },
  read_by_traversal: {
    what: 'read a file by going up from its own folder',
    run: (targets) => holds(targets, fs.readFileSync(`${targets.dataDir}/../../outside/secret.txt`)),
  },
  read_by_bytes_traversal: {
    what: 'read a file by going up in a path of bytes',
    run: (targets) =>
      holds(targets, fs.readFileSync(new TextEncoder().encode(`${targets.dataDir}/../../outside/secret.txt`) as never)),
  },
  read_by_promise: {
    what: 'read a file by node:fs/promises',
    run: async (targets) => holds(targets, await fs.promises.readFile(secretFile(targets))),
  },
  read_by_stream: {
    what: 'read a file as a stream',
    run: async (targets) => holds(targets, await text(fs.createReadStream(secretFile(targets)))),
  },
  read_by_blob: {
    what: 'read a file as a blob',
    run: async (targets) => holds(targets, await (await fs.openAsBlob(secretFile(targets))).text()),
  },
  read_by_require: {
    what: 'load a JSON file as a module',
    run: (targets) =>
      holds(targets, JSON.stringify(createRequire(import.meta.url)(join(targets.outside, 'secret.json')))),
  },
  read_by_import: {
    what: 'load a module of the user',
    run: async (targets) =>
      holds(targets, (await import(pathToFileURL(join(targets.outside, 'secret.mjs')).href)).default),
  },
  read_by_env_file: {
    what: 'load a file of settings into its environment',
    run: (targets) => {
      process.loadEnvFile(join(targets.outside, 'secret.env'))
      return holds(targets, process.env.SECRET)
    },
  },
  read_by_copy: {
    what: 'copy a file into its own folder',
    run: (targets) => {
      fs.copyFileSync(secretFile(targets), join(targets.dataDir, 'copy'))
      return holds(targets, fs.readFileSync(join(targets.dataDir, 'copy')))
    },
  },
  read_by_own_link: {
    what: 'read a file through a link that it makes',
    run: (targets) => {
      fs.symlinkSync(secretFile(targets), join(targets.dataDir, 'link'))
      return holds(targets, fs.readFileSync(join(targets.dataDir, 'link')))
    },
  },
  read_by_hard_link: {
    what: 'read a file under a second name that it gives it',
    run: (targets) => {
      fs.linkSync(secretFile(targets), join(targets.dataDir, 'hard'))
      return holds(targets, fs.readFileSync(join(targets.dataDir, 'hard')))
    },
  },
  read_by_planted_link: {
    what: 'read a file through a link that was planted in its folder',
    needsWall: true,
    run: (targets) => holds(targets, fs.readFileSync(join(targets.dataDir, 'planted'))),
  },
  read_by_planted_folder: {
    what: 'read a file through a link to a folder that was planted in its own',
    needsWall: true,
    run: (targets) => holds(targets, fs.readFileSync(join(targets.dataDir, 'planted-folder', 'secret.txt'))),
  },
  list_folder: { what: 'list a folder of the user', run: ({ outside }) => fs.readdirSync(outside).length > 0 },
  find_files: { what: 'find files by a pattern', run: ({ outside }) => fs.globSync(`${outside}/*`).length > 0 },
  look_at_file: { what: 'see how large a file is', run: (targets) => fs.statSync(secretFile(targets)).size > 0 },
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
    run: (targets) => holds(targets, fs.readFileSync(`/proc/${targets.bridgePid}/root${secretFile(targets)}`)),
  },
  forge_permission: {
    what: 'replace the object that answers for the permissions',
    run: (targets) => {
      Object.defineProperty(process, 'permission', { value: { has: () => true } })
      return holds(targets, fs.readFileSync(secretFile(targets)))
    },
  },
}
