/**
 * Prints the configuration for programs with a language model that start `service mcp`. It contains absolute paths,
 * because programs that are started from the Dock do not find the command.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { names } from '../../contract/names.ts'
import { stablePath } from '../../domain/launch-agent/stable-path.ts'
import type { Environment } from '../environment.ts'
import { ownCommand } from '../own-command.ts'

interface ServerEntry {
  command: string
  args: string[]
  env?: Record<string, string>
}

const server = 'messages'

/** Uses paths that outlive an upgrade. */
export function serverEntry({ home, base }: Pick<Environment, 'home' | 'base'>): ServerEntry {
  const [command = '', ...args] = [ownCommand().program, ...ownCommand().args].map((path) =>
    stablePath(path, realpathSync),
  )
  const isUsual = base === join(home, names.baseDirectory)
  return { command, args: [...args, 'mcp'], ...(!isUsual && { env: { SERVICE_DIR: base } }) }
}

export function formatEntries(entry: ServerEntry): string {
  const { command, args, env = {} } = entry
  const set = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const added = ['claude', 'mcp', 'add', '--scope', 'user', ...set, server, '--', command, ...args]
  return `Claude Desktop: ~/Library/Application Support/Claude/claude_desktop_config.json, then restart Claude
Cursor: ~/.cursor/mcp.json

${inJson({ mcpServers: { [server]: entry } })}

VS Code: .vscode/mcp.json, or the command "MCP: Open User Configuration"

${inJson({ servers: { [server]: { type: 'stdio', ...entry } } })}

Claude Code, in a terminal:

${added.map(quoted).join(' ')}
`
}

const inJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** Quotes a word for a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
