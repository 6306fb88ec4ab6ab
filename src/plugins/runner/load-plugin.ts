/** Loads a plugin's module and checks it against the contract. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { IntegrationClass } from '../../plugin-api/index.ts'
import { checkContract } from '../plugin-contract.ts'

/** The name under which authors import our types and `DeliveryRefused`, wherever their folder lies. */
const publishedName = 'local-messaging-relay/plugin'
const pluginApi = new URL(
  `../../plugin-api/index${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
).href

/** Rejects with a sentence that a plugin's author understands. */
export async function loadPlugin(entry: string): Promise<IntegrationClass> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === publishedName ? { url: pluginApi, shortCircuit: true } : next(specifier, context),
  })
  const checked = checkContract((await import(pathToFileURL(entry).href)) as Record<string, unknown>)
  if ('violation' in checked) throw new Error(checked.violation)
  return checked.plugin
}
