/**
 * Writes the reference pages that follow from the tables of the contract (`npm run docs`); a test checks that they are
 * current.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { provenPages } from '../proof/pages.ts'
import { macosVersions } from '../simulator/schema/macos-version.ts'
import { Config } from '../src/contract/config.ts'
import { type ErrorCode, errors, remedyAt } from '../src/contract/errors.ts'
import { type Surface, surfaces } from '../src/contract/surfaces.ts'
import { manifestsFile } from '../src/plugins/bundled-manifests.ts'
import { apiPage } from './api-page.ts'
import { bundledManifests } from './bundled-manifests.ts'
import { commandLinePage } from './command-line-page.ts'
import { isolationPage } from './isolation-page.ts'
import { selftestPage } from './selftest-page.ts'

interface Schema {
  type?: string
  description?: string
  default?: unknown
  const?: unknown
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

const note = (table: string) => `Written by \`npm run docs\` from \`${table}\`.`

function errorsPage(): string {
  const rows = Object.entries(errors).map(
    ([code, { status, exit }]) =>
      `| [\`${code}\`](troubleshooting.md#${code}) | ${status} | ${exit} | ${remedies(code as ErrorCode)} |`,
  )
  return [
    '# Errors',
    '',
    note('src/contract/errors.ts'),
    '',
    'Each remedy is worded for the place where it is read. Programs get the one marked API.',
    '',
    '| code | HTTP | exit | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const surfaceTitles: Readonly<Record<Surface, string>> = {
  terminal: 'Terminal',
  api: 'API',
  page: 'Page',
  tools: 'MCP',
}

/** Returns the general remedy, and below it the wording of each surface that differs. */
function remedies(code: ErrorCode): string {
  const { remedy } = errors[code]
  const others = surfaces.filter((surface) => remedyAt(surface, code) !== remedy)
  return [remedy, ...others.map((surface) => `${surfaceTitles[surface]}: ${remedyAt(surface, code)}`)].join('<br>')
}

function settingsPage(): string {
  const introduction = [
    'Change settings on the page, with `service config set relay.scope contacts`, with [the API](api-examples.md#changing), or in',
    '`~/.service/config.json` itself, mode 600. A change takes effect within two seconds, unless the table says that a restart is needed.',
    'A file that others can read is refused.',
    '',
    'The page, the command and the API refuse an invalid value, name its path, and write nothing. In a file edited by hand:',
    '',
    '| problem | effect |',
    '|---|---|',
    '| invalid JSON, or an invalid value of a setting below | The log names the path, and the last good settings stay in effect. |',
    '| an unknown key | The log names the key. It stays in the file and has no effect. |',
    '| an invalid setting of a plugin | The plugin is not started. The log and `service plugins` say why. |',
    '| a rule with invalid conditions | The log names the rule. It never fires. |',
    '| a missing theme | The log names the theme. The page uses `system`. |',
    '',
    '`integrations` contains the plugins by name, each with `enabled` and its own settings. The pages of the bundled plugins list',
    'theirs: [webhook](../src/integrations/webhook/README.md), [telegram](../src/integrations/telegram/README.md),',
    '[email](../src/integrations/email/README.md), [ntfy](../src/integrations/ntfy/README.md), [mqtt](../src/integrations/mqtt/README.md),',
    '[nats](../src/integrations/nats/README.md), and [filters and encryption](plugins.md#built-in-filters-and-tools).',
    '[rules.md](rules.md) describes rules.',
  ]
  const rows = settingRows('', Config as Schema)
  return [
    '# Settings',
    '',
    note('src/contract/config.ts'),
    '',
    ...introduction,
    '',
    '| key | default | values | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function settingRows(path: string, schema: Schema): string[] {
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([key, inner]) =>
      settingRows(path === '' ? key : `${path}.${key}`, inner),
    )
  const initial = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``
  const values = [valuesOf(schema), unitOf(path)].filter(Boolean).join(', ')
  return [`| \`${path}\` | ${initial} | ${values} | ${schema.description ?? ''} |`]
}

const words: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: '`true` or `false`',
  null: '`null`',
  array: 'list',
  object: 'by name',
}

function valuesOf({ type = '', anyOf, minimum, maximum, const: only }: Schema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (anyOf !== undefined) return anyOf.map(valuesOf).join(', ')
  const bounds = [minimum !== undefined && `from ${minimum}`, maximum !== undefined && `to ${maximum}`].filter(Boolean)
  return [words[type] ?? type, ...bounds].join(' ')
}

/** The ending of the key names the unit. */
const unitOf = (path: string): string =>
  path.endsWith('_s') ? 'in seconds' : path.endsWith('_mb') ? 'in megabytes' : ''

/** Contents by path below docs/. */
export const pages: Readonly<Record<string, string>> = {
  'api.md': apiPage(note('src/contract/endpoints.ts')),
  'command-line.md': await commandLinePage(note('src/cli/commands/')),
  'errors.md': errorsPage(),
  'isolation.md': isolationPage(note('src/plugins/isolation/corpus/')),
  'selftest.md': selftestPage(note('src/contract/selftest.ts'), macosVersions),
  'settings.md': settingsPage(),
  ...provenPages(),
  [`../src/integrations/${manifestsFile}`]: `${JSON.stringify(await bundledManifests(), null, 2)}\n`,
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, text] of Object.entries(pages)) writeFileSync(new URL(name, import.meta.url), text)
