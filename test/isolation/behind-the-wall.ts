/** Runs the named attacks where plugins run on this machine, and prints the outcome of each. */
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { runCorpus } from '../../src/plugins/isolation/corpus/run-corpus.ts'
import { findWall } from '../../src/plugins/isolation/wall.ts'

const names = process.argv.slice(2)
const results = await runCorpus(await findWall(), { chatDb: '/nowhere', bridgeFlags: nodeFlags }, names)
process.stdout.write(JSON.stringify(results))
