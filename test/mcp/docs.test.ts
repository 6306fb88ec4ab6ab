import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errors } from '../../src/contract/errors.ts'
import { tools } from '../../src/mcp/tools/index.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/mcp.md', import.meta.url)), 'utf8')
const rows = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, ...cells]) => cells)

test('docs/mcp.md names every tool with the scopes that it needs', () => {
  const named = rows(/^\| `(\w+)` \|.*\| (read|write) \|$/gm)
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(tools.map(({ name, scopes }) => [name, scopes.includes('write') ? 'write' : 'read'])),
  )
})

test('each configuration in it starts `service mcp`', () => {
  const configurations = rows(/```json\n(.*?)```/gs).map(([text = '']) => JSON.parse(text))
  expect(configurations).toHaveLength(3)
  for (const { mcpServers, servers } of configurations)
    expect((mcpServers ?? servers).messages).toMatchObject({ command: 'service', args: ['mcp'] })
})

test('every error code in it exists', () => {
  for (const [code = ''] of rows(/^\| `(\w+)` \| [^|]+ \|$/gm))
    expect([...Object.keys(errors), 'unreachable']).toContain(code)
})
