/** `service compat`: lets clients that were written for a BlueBubbles server connect to this service. */
import { Command, InvalidArgumentError } from 'commander'
import type { BlueBubblesState } from '../../contract/compat.ts'
import type { Config } from '../../contract/config.ts'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { isLoopback } from '../../domain/access/address.ts'
import { addressForPhones, blueBubblesCode } from '../../domain/access/bluebubbles-code.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { type NewPassword, newBlueBubblesKey } from '../../store/bluebubbles-key.ts'
import { webhookSecret } from '../../store/bluebubbles-webhooks.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { mergePatch } from '../../store/merge-patch.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { requireYes } from '../ask.ts'
import { changeConfig, preparedServiceDir } from '../change-config.ts'
import { drawnCode } from '../compat/drawn-code.ts'
import { formatBlueBubbles, formatListener, formatWebhook } from '../compat/format-bluebubbles.ts'
import { readBlueBubbles, settledBlueBubbles } from '../compat/read-bluebubbles.ts'
import { readEnvironment } from '../environment.ts'
import { numberOption } from '../number-option.ts'
import { print, printJson } from '../print.ts'

const mostPort = 65_535

const examples = `
Examples:
  service compat bluebubbles enable
  service compat bluebubbles status
  service compat bluebubbles disable

Guide with the settings of each client: docs/moving-from-bluebubbles.md`

export function compatCommand(): Command {
  const blueBubbles = new Command('bluebubbles')
    .exitOverride()
    .description('Let clients of a BlueBubbles server connect: its app, Home Assistant, bots and others')
    .addHelpText('after', examples)
  for (const each of [enableCommand(), disableCommand(), statusCommand(), webhooksCommand(), passwordCommand()])
    blueBubbles.addCommand(each)
  return new Command('compat')
    .exitOverride()
    .description('Let clients that were written for other servers connect')
    .addHelpText('after', examples)
    .addCommand(blueBubbles)
}

interface ShownPassword {
  json?: boolean
  /** The address for the QR code. */
  phone?: string
}

interface EnableOptions extends ShownPassword {
  port?: number
  host?: string
  yes?: boolean
}

const phoneOption = [
  '--phone <url>',
  'Address at which a phone reaches the listener, such as that of a tunnel: shows the QR code for the BlueBubbles app',
  phoneAddressOf,
] as const

const enableCommand = (): Command =>
  new Command('enable')
    .exitOverride()
    .description('Turn the listener on, and show its address and password')
    .option('--port <number>', 'Port to listen on; 1234 at first', numberOption('A port', 0, mostPort))
    .option('--host <address>', 'Address to listen on; this Mac only (127.0.0.1) at first', hostOf)
    .option('--yes', 'Skip the confirmation for an address that other devices reach')
    .option(...phoneOption)
    .option('--json', 'Print {"url", "password"}, with a new password every time')
    .addHelpText(
      'after',
      '\nExamples:\n  service compat bluebubbles enable\n  service compat bluebubbles enable --port 1240\n' +
        '  service compat bluebubbles enable --json | jq -r .url\n' +
        '  service compat bluebubbles enable --host 0.0.0.0 --yes\n' +
        '  service compat bluebubbles enable --phone https://mac.tail1234.ts.net:8443\n\n' +
        'The password is an API key with the permissions read and write. It is shown once. The service can be running or not.',
    )
    .action(async ({ port, host, yes, json, phone }: EnableOptions) => {
      const dir = preparedServiceDir()
      const before = readBlueBubbles(dir)
      const at = { host: host ?? before.host, port: port ?? loadConfig(dir).config.compat.bluebubbles.port }
      if (!isLoopback(at.host)) await requireConsent(at.host, yes)
      requireOtherPort(at.port, loadConfig(dir).config)
      const enabled = { compat: { bluebubbles: { enabled: true, ...at } } }
      // A program that reads JSON needs a password that works; those that were handed out before go on working.
      const made = before.key === null || json ? makePassword(dir, { keepsOld: true, and: enabled }) : undefined
      if (made === undefined) changeConfig(dir, () => enabled)
      report(await settledBlueBubbles(dir), { password: made?.password, json, phone })
    })

interface Making {
  keepsOld: boolean
  /** The changes of config.json that belong to the same step. */
  and: object
}

function makePassword(dir: ServiceDir, { keepsOld, and }: Making): NewPassword {
  let made: NewPassword | undefined
  changeConfig(dir, (config) => {
    made = newBlueBubblesKey(config, { nowMs: Date.now(), keepsOld })
    return mergePatch(made.patch, and)
  })
  if (made === undefined) throw new Error('the settings were changed without a key')
  const { id, replaced } = made as NewPassword
  const { append } = openAuditLog({ path: dir.auditFile })
  if (replaced !== undefined) append({ action: 'key_revoked', principal: 'command', target: replaced, result: 'ok' })
  append({ action: 'key_added', principal: 'command', target: id, result: 'ok' })
  return made
}

function hostOf(given: string): string {
  const host = given.trim()
  if (host.length > 0) return host
  throw new InvalidArgumentError('An address is missing, such as 127.0.0.1.')
}

function phoneAddressOf(given: string): string {
  const address = addressForPhones(given)
  if (address !== undefined) return address
  throw new InvalidArgumentError('It is an address that a phone reaches, such as https://mac.tail1234.ts.net:8443.')
}

async function requireConsent(host: string, yes: boolean | undefined): Promise<void> {
  const meaning = `${host} can be reached by other devices, and the connection is not encrypted: whoever can read along in the network can read messages and the password, and then send in your name. A tunnel such as Tailscale prevents this.`
  process.stderr.write(`${meaning}\n`)
  if (!yes) await requireYes('Listen there?')
}

function requireOtherPort(port: number, { web }: Config): void {
  if (port !== 0 && port === web.port)
    throw new ServiceError(
      'invalid_request',
      `Port ${port} is the page's own. Choose another: ${names.command} compat bluebubbles enable --port ${port + 1}`,
    )
}

type Report = ShownPassword & { password: string | undefined }

/** Ends with a code of its own where clients cannot connect although everything is set. */
function report(state: BlueBubblesState, { password, json, phone }: Report): void {
  if (json) printJson({ url: state.url, password })
  else print([`Address:  ${state.url}`, `Password: ${password ?? passwordShownBefore}`].join('\n'))
  process.stderr.write(`${formatListener(state)}\n`)
  if (password !== undefined && !json) showOnce(password, state.url, phone)
  if (password === undefined && phone !== undefined)
    process.stderr.write(
      `The QR code holds a new password: ${names.command} compat bluebubbles password --phone ${phone}\n`,
    )
  process.exitCode = state.state === 'cannot_listen' ? exitCodes.needsAttention : exitCodes.done
}

/** The code holds the password, so it is drawn for a person only: what is written elsewhere may be kept. */
function showOnce(password: string, url: string, phone: string | undefined): void {
  const address = phone ?? addressForPhones(url)
  const isSeen = process.stdout.isTTY && process.stderr.isTTY
  if (address !== undefined && isSeen)
    process.stderr.write(`\nFor the BlueBubbles app:\n${drawnCode(blueBubblesCode({ url: address, password }))}\n\n`)
  process.stderr.write('The password is shown this once.\n')
  if (phone !== undefined && !isSeen) process.stderr.write('The QR code is shown at a terminal only.\n')
}

const passwordShownBefore = `the one shown before. For a new one: ${names.command} compat bluebubbles password`

const disableCommand = (): Command =>
  new Command('disable')
    .exitOverride()
    .description('Turn the listener off; its webhooks pause')
    .addHelpText('after', '\nExamples:\n  service compat bluebubbles disable')
    .action(() => {
      const dir = preparedServiceDir()
      changeConfig(dir, () => ({ compat: { bluebubbles: { enabled: false } } }))
      const { key } = readBlueBubbles(dir)
      const stays = key === null ? '' : ` Its API key stays valid; to revoke: ${names.command} keys revoke ${key.id}`
      print(`Off: clients of BlueBubbles are disconnected within two seconds.${stays}`)
    })

const statusCommand = (): Command =>
  new Command('status')
    .exitOverride()
    .description('Show whether clients can connect, the password’s key and the webhooks')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service compat bluebubbles status\n  service compat bluebubbles status --json | jq .state\n\n' +
        'Exit code 4: on, but the service is not running; 7: it cannot listen, or there is no password.',
    )
    .action(({ json }: { json?: boolean }) => {
      const state = readBlueBubbles(serviceDir(readEnvironment().base))
      if (json) printJson(state)
      else print(formatBlueBubbles(state))
      process.exitCode = exitCodeOf(state)
    })

function exitCodeOf({ state, key }: BlueBubblesState): number {
  if (state === 'not_running') return exitCodes.notRunning
  if (state === 'off' || (state !== 'cannot_listen' && key !== null)) return exitCodes.done
  return exitCodes.needsAttention
}

const webhooksCommand = (): Command =>
  new Command('webhooks')
    .exitOverride()
    .description('List the webhooks that clients have registered, with their state')
    .option('--secrets', 'Also show the secrets by which receivers check signatures')
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service compat bluebubbles webhooks\n  service compat bluebubbles webhooks --secrets\n' +
        '  service compat bluebubbles webhooks --json | jq ".[].state"',
    )
    .action(({ secrets, json }: { secrets?: boolean; json?: boolean }) => {
      const dir = serviceDir(readEnvironment().base)
      const webhooks = readBlueBubbles(dir).webhooks.map((webhook) => ({
        ...webhook,
        ...(secrets && { secret: webhookSecret(dir.blueBubblesFile, webhook.id) }),
      }))
      if (json) return void printJson(webhooks)
      print(webhooks.length === 0 ? 'No client has registered a webhook.' : webhooks.map(formatWebhook).join('\n'))
    })

const passwordCommand = (): Command =>
  new Command('password')
    .exitOverride()
    .description('Make a new password in the place of the one before, and show it once')
    .option(...phoneOption)
    .option('--json', 'Print {"url", "password"}')
    .addHelpText(
      'after',
      '\nExamples:\n  service compat bluebubbles password\n  service compat bluebubbles password --json | jq -r .password\n\n' +
        'Clients that use the password before are refused within two seconds. To give each client a password of its own:\n' +
        'service keys add "Home Assistant" --scope read write',
    )
    .action(({ json, phone }: ShownPassword) => {
      const dir = preparedServiceDir()
      const { password } = makePassword(dir, { keepsOld: false, and: {} })
      const { url } = readBlueBubbles(dir)
      if (json) return void printJson({ url, password })
      process.stderr.write(`Enter it in each client, with the address ${url}.\n`)
      print(password)
      showOnce(password, url, phone)
    })
