/**
 * Marks the files of the first paint for the browser: most of their functions are called at once, so it compiles them
 * in another thread while they arrive. Without the mark, the page would wait for each when it is first called.
 */
import type { Plugin } from 'vite'

/** Modules that are loaded later mostly serve actions, and are compiled when somebody uses them. */
const first: ReadonlySet<string> = new Set(['page', 'ahead', 'asking', 'lists', 'both', 'messages', 'conversation'])

/** Chromium knows this line at the beginning of a file; for other browsers it is a comment. */
const hint = '//# allFunctionsCalledOnLoad\n'

export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && first.has(output.name)) output.code = hint + output.code
    },
  },
})
