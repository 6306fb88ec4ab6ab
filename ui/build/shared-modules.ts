/**
 * Emits the files that plugins running within the page import by name: they pass on the modules that the page has
 * loaded, so that there is one React. Only such plugins request them.
 */
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { moduleFolder, type PageModule, pageModules } from '../../src/contract/page-modules.ts'
import * as pluginUi from '../../src/plugin-ui/in-page.ts'
import { importMap } from '../../src/web/pages/import-map.ts'
import { modulesPlace } from '../slots/trusted/modules-place.ts'

const require = createRequire(import.meta.url)

const exportsOf = (name: PageModule): string[] =>
  Object.keys(name === 'local-messaging-relay/plugin-ui' ? pluginUi : require(name)).filter((key) => key !== 'default')

const handingOn = (
  name: PageModule,
): string => `const given = globalThis[Symbol.for(${JSON.stringify(modulesPlace.description)})][${JSON.stringify(name)}]
export default given
export const { ${exportsOf(name).join(', ')} } = given
`

export const sharedModulesPlugin = (): Plugin => ({
  name: 'shared-modules',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { path }) =>
      path === '/index.html'
        ? [{ tag: 'script', attrs: { type: 'importmap' }, children: importMap, injectTo: 'head-prepend' }]
        : [],
  },
  generateBundle() {
    for (const [name, file] of Object.entries(pageModules))
      this.emitFile({ type: 'asset', fileName: `${moduleFolder}/${file}`, source: handingOn(name as PageModule) })
  },
})
