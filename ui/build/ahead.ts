/**
 * Puts the script that runs ahead of the page into its document, behind the page's own. The build would join two scripts
 * of one document into one, so this one is an entry of its own.
 */
import type { Plugin, Rolldown } from 'vite'

export const ahead = (entry: string): Plugin => ({
  name: 'ahead',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { path, bundle = {} }) {
      if (path !== '/index.html') return []
      const chunks = Object.values(bundle).filter((output): output is Rolldown.OutputChunk => output.type === 'chunk')
      const own = chunks.find(({ facadeModuleId }) => facadeModuleId === entry)
      if (own === undefined) throw new Error(`${entry} was not built.`)
      const tag = { injectTo: 'head' } as const
      return [
        {
          ...tag,
          tag: 'script',
          attrs: { type: 'module', async: true, fetchpriority: 'high', crossorigin: true, src: `/app/${own.fileName}` },
        },
      ]
    },
  },
})
