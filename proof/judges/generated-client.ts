/**
 * Generates a client from the document with openapi-typescript and openapi-fetch: it has to compile, and its requests
 * have to succeed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../program.ts'
import type { Judge } from './judge.ts'
import { programOf } from './tools.ts'

const readme = new URL('../../README.md', import.meta.url)

/** Returns the request to send a message, as README.md shows it. */
function readmeRequest(): string {
  const [, body] = /\/api\/v1\/send -H [^\n]* -d '([^']+)'/.exec(readFileSync(readme, 'utf8')) ?? []
  if (body === undefined) throw new Error('README.md shows no request to /api/v1/send.')
  return body
}

const program = (send: string) => `import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const { URL_OF_SERVICE: baseUrl = '', KEY: key = '' } = process.env
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
const answers = [
  await client.POST('/api/v1/send', { body: ${send} }),
  await client.GET('/api/v1/conversations', { params: { query: { limit: 10 } } }),
  await client.POST('/api/v1/rules', {
    body: { name: 'Dinner', conditions: 'contains:dinner', action: { type: 'auto_reply', body: 'Yes' } },
  }),
  await client.POST('/api/v1/rules/test', { body: { conditions: 'contains:dinner', days: 30 } }),
  await client.GET('/api/v1/search', { params: { query: { q: 'dinner' } } }),
  await client.POST('/api/v1/whitelist/add', { body: { handle: '+12025550123' } }),
]
for (const { response, error } of answers) console.log(response.status, error === undefined ? '' : error.error.message)
`

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: [],
  allowImportingTsExtensions: true,
}

export const generatedClient: Judge = {
  name: 'generated client',
  examines: 'a client made of the OpenAPI document: compiled, and used against the service',
  tools: ['openapi-typescript', 'openapi-fetch', 'typescript'],
  isForHubs: true,
  async judge({ folder, work, url, key, document }) {
    const made = await run([programOf(folder, 'openapi-typescript'), document, '-o', join(work, 'api.d.ts')], {
      cwd: work,
    })
    if (made.status !== 0) return { isClean: false, said: 'it cannot be generated', findings: made.stderr }
    const declared = 'declare const process: { env: Record<string, string | undefined> }\n'
    writeFileSync(join(work, 'globals.d.ts'), declared)
    writeFileSync(join(work, 'client.ts'), program(readmeRequest()))
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const compiled = await run([programOf(folder, 'tsc'), '-p', work], { cwd: work })
    if (compiled.status !== 0) return { isClean: false, said: 'it does not compile', findings: compiled.stdout }
    const used = await run([process.execPath, join(work, 'client.ts')], {
      cwd: work,
      env: { ...process.env, URL_OF_SERVICE: url, KEY: key },
    })
    const statuses = used.stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 3))
    const isClean = used.status === 0 && statuses.length === 6 && statuses.every((status) => /^20[01]$/.test(status))
    return {
      isClean,
      said: isClean ? `compiles; ${statuses.length} requests are answered, README’s first` : 'a request is refused',
      findings: isClean ? '' : `${used.stdout}${used.stderr}`,
    }
  },
}
