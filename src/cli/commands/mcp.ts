/**
 * `service mcp`: serves tools for programs with a language model over standard input and output, and creates their key.
 */

import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { homePath } from '../../base/home-path.ts'
import { shellQuoted } from '../../base/shell-quoted.ts'
import type { StoredApiKey } from '../../contract/key.ts'
import { names } from '../../contract/names.ts'
import { completeGrant } from '../../domain/grant/complete.ts'
import { grantSentence } from '../../domain/grant/sentence.ts'
import { stablePath } from '../../domain/launch-agent/stable-path.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { keyName } from '../../mcp/mcp-access.ts'
import { exactKey } from '../../store/kept-key.ts'
import { release } from '../../store/release.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { numberOption } from '../number-option.ts'
import { ownCommand } from '../own-command.ts'

interface Options {
  setup?: boolean
  write?: boolean
  days?: number
  expiry: boolean
  showCodes?: boolean
}

const usualDays = 90
const mostDays = 3_650

const examples = `
Examples:
  service mcp --setup            allow reading
  service mcp --setup --write    allow reading and sending
  service mcp --setup --days 7   for a week; without it for 90 days from now
  service mcp                    run the server (AI assistants do this themselves)

The key hides one-time codes and expires after 90 days: run --setup again to renew it. Limits that you gave it on the page stay.
--setup prints the configuration for Claude Desktop, Claude Code, VS Code and Cursor. The service must be running: service up`

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Run the MCP server for AI assistants (standard input and output)')
    .option('--setup', 'Create the API key of the server and print the configuration for AI assistants')
    .option('--write', 'With --setup: also allow sending')
    .option(
      '--days <number>',
      'With --setup: days until the key expires (default: 90)',
      numberOption('A number of days', 1, mostDays),
    )
    .option('--no-expiry', 'With --setup: the key never expires')
    .option('--show-codes', 'With --setup: show one-time codes, such as those for signing in')
    .addHelpText('after', examples)
    .action(async ({ setup, ...options }: Options) => {
      const { write, days, expiry, showCodes } = options
      if (days !== undefined && !expiry)
        throw new ServiceError('invalid_request', '--days and --no-expiry exclude each other.')
      if (setup) return setUp(options)
      if (write || showCodes || days !== undefined || !expiry)
        throw new ServiceError(
          'invalid_request',
          '--write, --days, --no-expiry and --show-codes go with --setup: what the tools may do is in their key.',
        )
      const { base, apiKey } = readEnvironment()
      const { serveMcp } = await import('../../mcp/serve.ts')
      await serveMcp({ base, apiKey, version: release(), tell: (line) => process.stderr.write(`${line}\n`) })
    })
}

function setUp({ write = false, days = usualDays, expiry, showCodes = false }: Omit<Options, 'setup'>): void {
  const environment = readEnvironment()
  const dir = serviceDir(environment.base)
  prepareServiceDir(dir)
  const { isNew, stored } = exactKey(dir, {
    name: keyName,
    label: 'MCP',
    scopes: write ? ['read', 'write'] : ['read'],
    days: expiry ? days : undefined,
    grant: (before) => completeGrant({ ...before, one_time_codes: showCodes ? 'show' : 'hide' }),
  })
  const what = write ? 'may read and send' : 'may read'
  const place = homePath(join(environment.base, 'keys', keyName), environment.home)
  const made = isNew
    ? `The tools have a key of their own, kept in ${place}: they ${what}.`
    : `The tools have their key already, kept in ${place}: they ${what}.`
  process.stdout.write(
    `${made}\n${sentenceOf(stored)}.\nChange or revoke it on the page: Settings → Security → API Keys.\n\n${formatEntries(serverEntry(environment))}`,
  )
}

/** Says what the key can do, as `service keys list` does. */
const sentenceOf = ({ grant = null, scopes, expires_at: expiresAt }: StoredApiKey): string =>
  grantSentence({ grant, scopes, expiresAt }, { locale: 'en' })

interface ServerEntry {
  command: string
  args: string[]
  env?: Record<string, string>
}

const server = 'messages'

/**
 * Uses absolute paths, because programs that are started from the Dock do not find the command, and such that outlive an
 * upgrade.
 */
function serverEntry({ home, base }: Pick<Environment, 'home' | 'base'>): ServerEntry {
  const [command = '', ...args] = [ownCommand().program, ...ownCommand().args].map((path) =>
    stablePath(path, realpathSync),
  )
  const isUsual = base === join(home, names.baseDirectory)
  return { command, args: [...args, 'mcp'], ...(!isUsual && { env: { SERVICE_DIR: base } }) }
}

/** Formats the configuration for programs with a language model. */
function formatEntries(entry: ServerEntry): string {
  const { command, args, env = {} } = entry
  const set = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const added = ['claude', 'mcp', 'add', '--scope', 'user', ...set, server, '--', command, ...args]
  return `Claude Desktop: ~/Library/Application Support/Claude/claude_desktop_config.json, then restart Claude
Cursor: ~/.cursor/mcp.json

${inJson({ mcpServers: { [server]: entry } })}

VS Code: .vscode/mcp.json, or the command "MCP: Open User Configuration"

${inJson({ servers: { [server]: { type: 'stdio', ...entry } } })}

Claude Code, in a terminal:

${added.map(quotedWhereNeeded).join(' ')}
`
}

const inJson = (value: unknown): string => JSON.stringify(value, null, 2)

const quotedWhereNeeded = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word))
