/** Runs the web process as this process: `service web` does, and `up`, which needs none besides it. */
import { fstatSync } from 'node:fs'
import { names } from '../../contract/names.ts'
import type { Web } from '../../web/main.ts'
import { readEnvironment } from '../environment.ts'
import { openPackages } from './open-packages.ts'

/** Resolves once it listens. Throws the errors of `runWeb`. */
export async function startWebHere(port?: number): Promise<Web> {
  const { runWeb } = await import('../../web/main.ts')
  const environment = readEnvironment()
  return await runWeb({ ...environment, port, packages: () => openPackages(environment.base) })
}

/** Returns the lines that are printed once signals are awaited. */
export function readyLines({ url, setupUrl }: Pick<Web, 'url' | 'setupUrl'>): string {
  const page = `  Page            ${url}/app/\n`
  if (setupUrl === undefined) return page
  // The address is a secret, and launchd keeps everything printed here in a file.
  const how = fstatSync(process.stdout.fd).isFile() ? `: ${names.command} password set` : ` at ${setupUrl}`
  return `${page}  Password        none is set; set one${how}\n`
}
