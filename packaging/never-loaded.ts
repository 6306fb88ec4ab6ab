/**
 * Leaves parts of libraries out of a bundle that no process of ours needs. Their source would be read at every start, and
 * kept in memory for as long as the process runs.
 */
import type { Plugin } from 'vite'

/**
 * Parts of Fastify that never run: its validator and serializer of schemas, its logger, and what answers requests that
 * no network brought. The application declares that it needs none of them.
 */
const neverRun = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  './logger-pino.js',
  'light-my-request',
]

/** Fastify loads them with itself, for servers that we do not have: six megabytes with what they load in their turn. */
const neverServed = ['node:https', 'node:http2']

/**
 * The file with which the MCP server finds a validator, which compiles a schema of schemas first, for forms that may be
 * answered.
 */
const shims = '@modelcontextprotocol/server/_shims'
/** The other one that it brings stands on a library that we have anyway. */
const lighterShims = `
  export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
  export { default as process } from 'node:process'`

const prefix = 'never-loaded:'

export const neverLoaded: Plugin = {
  name: 'never-loaded',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const isLeftOut = [...neverRun, ...neverServed].includes(source) && importer.includes('/node_modules/fastify/')
    return isLeftOut || source === shims ? prefix + source : undefined
  },
  load(id) {
    if (!id.startsWith(prefix)) return
    const source = id.slice(prefix.length)
    if (neverServed.includes(source)) return 'export {}'
    return source === shims
      ? lighterShims
      : `throw new Error(${JSON.stringify(`${source} is not part of this package.`)})`
  },
}
