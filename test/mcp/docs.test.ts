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

test('each configuration in docs/mcp.md starts `service mcp`, or connects to /mcp', () => {
  const configurations = rows(/```json\n(.*?)```/gs).map(([text = '']) => JSON.parse(text))
  const entries = configurations.map(({ mcpServers, servers }) => (mcpServers ?? servers).messages)
  const started = entries.filter(({ type }) => type !== 'http')
  expect(started).toHaveLength(3)
  for (const entry of started) expect(entry).toMatchObject({ command: 'service', args: ['mcp'] })
  for (const { url } of entries.filter(({ type }) => type === 'http')) expect(url).toBe('http://127.0.0.1:8723/mcp')
})

test('every error code in docs/mcp.md exists', () => {
  for (const [code = ''] of rows(/^\| `(\w+)` \| [^|]+ \|$/gm))
    expect([...Object.keys(errors), 'unreachable']).toContain(code)
})
