/** Preloaded into a process, tells on stderr the address of each module that it loads from then on. */
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    process.stderr.write(`${url}\n`)
    return nextLoad(url, context)
  },
})
