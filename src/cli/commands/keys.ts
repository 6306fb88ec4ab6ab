/**
 * `service keys`: creates, lists and revokes API keys for programs. They are stored as hashes, so a key is shown only
 * once.
 */

import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { Command, InvalidArgumentError, Option } from 'commander'
import { messageOf } from '../../base/errors.ts'
import { GivenGrant } from '../../contract/grant.ts'
import type { ApiKey, StoredApiKey } from '../../contract/key.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import { shownKey } from '../../domain/access/shown-key.ts'
import { readGrant } from '../../domain/grant/complete.ts'
import { grantSentence } from '../../domain/grant/sentence.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { newApiKey } from '../../store/api-keys.ts'
import { openApiKeysUse } from '../../store/api-keys-use.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { changeConfig, preparedServiceDir } from '../change-config.ts'
import { commandGroup } from '../command-group.ts'
import { readEnvironment } from '../environment.ts'
import { formatActivity } from '../keys/format-activity.ts'
import { numberOption } from '../number-option.ts'
import { print, printJson } from '../print.ts'
import { ownerClient } from '../web-client.ts'

const longestLabel = 100
const mostDays = 3_650

const examples = `
Examples:
  service keys add "Home Assistant" --scope read write
  service keys list
  service keys show 0a1b2c3d
  service keys change 0a1b2c3d --grant grant.json
  service keys revoke 0a1b2c3d

The service can be running or not. A running service follows within two seconds.`

export const keysCommand = (): Command =>
  commandGroup('keys', {
    description: 'Create, list, limit, pause and revoke API keys',
    examples,
    commands: [
      addCommand(),
      listCommand(),
      showCommand(),
      changeCommand(),
      pauseCommand(),
      resumeCommand(),
      revokeCommand(),
    ],
  })

interface AddOptions {
  scope: Scope[]
  days?: number
  grant?: string
  json?: boolean
}

const addCommand = (): Command =>
  new Command('add')
    .alias('create')
    .exitOverride()
    .description('Create an API key and show it once')
    .argument('<label>', 'Label, such as the name of the program', labelOf)
    .addOption(new Option('--scope <scope...>', 'Permissions of the key').choices(scopes).default(['read']))
    .option(
      '--days <number>',
      'Days until the key expires; never without this option',
      numberOption('A number of days', 1, mostDays),
    )
    .option('--grant <file>', 'File with a grant as JSON: whom the key sees, since when, and how it sends')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service keys add backup\n  service keys add bot --scope read write --days 90')
    .action((label: string, { scope, days, grant: file, json }: AddOptions) => {
      const granted = readGrant(file === undefined ? undefined : grantIn(file), scope)
      const dir = preparedServiceDir()
      const wanted = { label, scopes: [...new Set(scope)], expiresInDays: days, ...granted }
      const { key, stored } = newApiKey(wanted, Date.now())
      changeKeys(dir, (keys) => [...keys, stored])
      audit(dir, 'key_added', stored.id)
      if (json) printJson({ ...shownKey(stored, undefined), key })
      else {
        process.stderr.write(`Key ${stored.id} for ${label}: ${stored.scopes.join(', ')}. It is shown this once.\n`)
        if (stored.grant) process.stderr.write(`${sentenceOf(stored)}.\n`)
        print(key)
      }
    })

const listCommand = (): Command =>
  new Command('list')
    .exitOverride()
    .description('List API keys with their last use')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service keys list\n  service keys list --json | jq -r ".[].id"')
    .action(({ json }: { json?: boolean }) => {
      const dir = serviceDir(readEnvironment().base)
      const uses = openApiKeysUse(dir.apiKeysUseFile)
      const keys = loadConfig(dir).config.auth.api_keys.map((key) => shownKey(key, uses.last(key.id)))
      if (json) printJson(keys)
      else
        print(
          keys.length === 0 ? 'There are no keys. Make one: service keys add <label>' : keys.map(formatKey).join('\n'),
        )
    })

const showCommand = (): Command =>
  new Command('show')
    .exitOverride()
    .description('Show what an API key read, sent and was refused in the last month')
    .argument('<id>', 'Id from `service keys list`')
    .option('--seen', 'Take what is conspicuous about it as seen')
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExamples:\n  service keys show 0a1b2c3d\n  service keys show 0a1b2c3d --seen')
    .action(async (id: string, { seen, json }: { seen?: boolean; json?: boolean }) => {
      const client = ownerClient(readEnvironment())
      if (seen) await client.see_key_marks({ id })
      const [activity, keys] = await Promise.all([client.key_activity({ id }), client.list_keys({})])
      const key = keys.find((each) => each.id === id)
      if (key === undefined) throw noSuchKey(id)
      if (json) printJson(activity)
      else print(formatActivity(key, activity))
    })

interface ChangeOptions {
  grant: string
}

const changeCommand = (): Command =>
  new Command('change')
    .exitOverride()
    .description('Limit an API key in another way while it is in use')
    .argument('<id>', 'Id from `service keys list`')
    .requiredOption('--grant <file>', 'File with a grant as JSON, in the place of the one before; `{}` limits nothing')
    .addHelpText('after', '\nExamples:\n  service keys change 0a1b2c3d --grant grant.json')
    .action((id: string, { grant: file }: ChangeOptions) => {
      const given = grantIn(file)
      const changed = changeKey(id, 'key_changed', (key) => {
        const { grant, expiresAt } = readGrant(given, key.scopes)
        return { ...key, grant, ...(expiresAt !== undefined && { expires_at: expiresAt }) }
      })
      print(`${sentenceOf(changed)}.`)
    })

const pauseCommand = (): Command =>
  new Command('pause')
    .exitOverride()
    .description('Refuse an API key until you resume it')
    .argument('<id>', 'Id from `service keys list`')
    .addHelpText('after', '\nExamples:\n  service keys pause 0a1b2c3d')
    .action((id: string) => {
      changeKey(id, 'key_paused', (key) => ({ ...key, paused: true }))
      print(`Key ${id} is paused. To resume it, run: service keys resume ${id}`)
    })

const resumeCommand = (): Command =>
  new Command('resume')
    .exitOverride()
    .description('Accept a paused API key again')
    .argument('<id>', 'Id from `service keys list`')
    .addHelpText('after', '\nExamples:\n  service keys resume 0a1b2c3d')
    .action((id: string) => {
      changeKey(id, 'key_resumed', (key) => ({ ...key, paused: false }))
      print(`Key ${id} works again.`)
    })

/** Throws `not_found`. */
function changeKey(
  id: string,
  action: 'key_changed' | 'key_paused' | 'key_resumed',
  changedOf: (key: StoredApiKey) => StoredApiKey,
): StoredApiKey {
  const dir = preparedServiceDir()
  let changed: StoredApiKey | undefined
  changeKeys(dir, (keys) =>
    keys.map((key) => {
      if (key.id !== id) return key
      changed = changedOf(key)
      return changed
    }),
  )
  if (changed === undefined) throw noSuchKey(id)
  audit(dir, action, id)
  return changed
}

const noSuchKey = (id: string) => new ServiceError('not_found', `No key has the id ${id}: see service keys list.`)

const revokeCommand = (): Command =>
  new Command('revoke')
    .exitOverride()
    .description('Revoke an API key; programs that use the key are refused within two seconds')
    .argument('<id>', 'Id from `service keys list`')
    .addHelpText('after', '\nExamples:\n  service keys revoke 0a1b2c3d')
    .action((id: string) => {
      const dir = preparedServiceDir()
      changeKeys(dir, (keys) => {
        if (keys.some((key) => key.id === id)) return keys.filter((key) => key.id !== id)
        throw noSuchKey(id)
      })
      audit(dir, 'key_revoked', id)
      print(`Key ${id} is revoked.`)
    })

/** Reads a grant as the API takes it. Throws `invalid_request`. */
function grantIn(file: string): GivenGrant {
  let grant: unknown
  try {
    grant = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ServiceError('invalid_request', `${file} is no grant: ${messageOf(error)}`, { path: file })
  }
  if (Value.Check(GivenGrant, grant)) return grant
  const fault = Value.Errors(GivenGrant, grant).First()
  const place = fault?.path.slice(1).replaceAll('/', '.') ?? ''
  throw new ServiceError('invalid_request', `${file} is no grant: ${place} ${fault?.message ?? 'does not fit'}.`, {
    path: place,
  })
}

function labelOf(given: string): string {
  const label = given.trim()
  if (label.length > 0 && label.length <= longestLabel) return label
  throw new InvalidArgumentError(`A label has 1 to ${longestLabel} characters.`)
}

function changeKeys(dir: ServiceDir, changed: (keys: readonly StoredApiKey[]) => StoredApiKey[]): void {
  changeConfig(dir, ({ auth }) => ({ auth: { api_keys: changed(auth.api_keys) } }))
}

type KeyAction = 'key_added' | 'key_changed' | 'key_paused' | 'key_resumed' | 'key_revoked'

const audit = (dir: ServiceDir, action: KeyAction, target: string): void =>
  openAuditLog({ path: dir.auditFile }).append({ action, principal: 'command', target, result: 'ok' })

const sentenceOf = ({ scopes: may, grant }: Pick<StoredApiKey, 'scopes' | 'grant'>): string =>
  grantSentence({ scopes: may, grant: grant ?? null }, { locale: 'en-GB' })

function formatKey({ id, label, scopes: may, grant, paused, expires_at, ...last }: ApiKey): string {
  const { last_used_on, last_used_from } = last
  const used = last_used_on === null ? 'never used' : `last used ${last_used_on} from ${last_used_from}`
  const ends = expires_at === null ? '' : `, until ${expires_at.slice(0, 'YYYY-MM-DD'.length)}`
  const limits = grant === null ? '' : `\n          ${sentenceOf({ grant, scopes: may })}`
  return `${id}  ${may.join(' ').padEnd(17)}${label}${ends}${paused ? ', paused' : ''} (${used})${limits}`
}
