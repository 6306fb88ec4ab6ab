/**
 * Leaves parts of Fastify out of a bundle that no process of ours ever loads: its validator and serializer of schemas, its
 * logger, and what answers requests that no network brought. The application declares that it needs none of them; their
 * source would be read at every start, and kept in memory for as long as the process runs.
 */
import type { Plugin } from 'vite'

const parts = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', './logger-pino.js', 'light-my-request']

const prefix = '\0never-loaded:'

export const neverLoaded: Plugin = {
  name: 'never-loaded',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    parts.includes(source) && importer.includes('/node_modules/fastify/') ? prefix + source : undefined,
  load: (id) =>
    id.startsWith(prefix)
      ? `throw new Error(${JSON.stringify(`${id.slice(prefix.length)} is not part of this package.`)})`
      : undefined,
}
