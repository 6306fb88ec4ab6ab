/** Runs the web process as this process: `service web` does, and `up`, which needs none besides it. */
import { fstatSync } from 'node:fs'
import { names } from '../../contract/names.ts'
import type { PluginPackages } from '../../plugins/install/plugin-packages.ts'
import type { Web } from '../../web/main.ts'
import { environmentOfNpm, readEnvironment } from '../environment.ts'

/** Resolves once it listens. Throws the errors of `runWeb`. */
export async function startWebHere(port?: number): Promise<Web> {
  const { runWeb } = await import('../../web/main.ts')
  const environment = readEnvironment()
  return await runWeb({ ...environment, port, packages: () => openPackages(environment.base) })
}

let packages: Promise<PluginPackages> | undefined

/** Is loaded when it is first needed, which on most Macs is never. */
function openPackages(base: string): Promise<PluginPackages> {
  packages ??= Promise.all([
    import('../../plugins/install/plugin-packages.ts'),
    import('../../plugins/install/npm.ts'),
  ]).then(([{ PluginPackages }, { npmWith }]) => new PluginPackages({ base, npm: npmWith(environmentOfNpm()) }))
  return packages
}

/** Returns the lines that are printed once signals are awaited. */
export function readyLines({ url, setupUrl }: Pick<Web, 'url' | 'setupUrl'>): string {
  const page = `  Page            ${url}/app/\n`
  if (setupUrl === undefined) return page
  // The address is a secret, and launchd keeps everything printed here in a file.
  const how = fstatSync(process.stdout.fd).isFile() ? `: ${names.command} password set` : ` at ${setupUrl}`
  return `${page}  Password        none is set; set one${how}\n`
}
