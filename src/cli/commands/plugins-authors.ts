/** `service plugins new` and `try`: for authors of plugins. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { styleText } from 'node:util'
import { Command } from 'commander'
import { isObject } from '../../base/json-object.ts'
import { exitCodes } from '../../contract/errors.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { startService } from '../foreground/processes.ts'
import { plain } from '../plugins/format-plugins.ts'
import { scaffold } from '../plugins/scaffold.ts'
import type { Trial } from '../plugins/trial.ts'
import { followTrial, type TrialEvent } from '../plugins/trial-events.ts'

export const newCommand = (): Command =>
  new Command('new')
    .exitOverride()
    .description('Create a new plugin from a template')
    .argument('<name>', 'Name in snake_case, or a path that ends with one')
    .addHelpText('after', '\nExamples:\n  service plugins new say_hello\n  service plugins try ./say_hello')
    .action((given: string) => {
      const folder = resolve(given)
      const name = basename(folder)
      if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
        throw new ServiceError('invalid_request', `"${name}" is not in snake_case (a-z, 0-9, _).`)
      if (existsSync(folder) && readdirSync(folder).length > 0)
        throw new ServiceError('invalid_request', `${folder} is not empty, so nothing is written there.`)
      mkdirSync(folder, { recursive: true })
      for (const [file, text] of Object.entries(scaffold(name))) writeFileSync(join(folder, file), text)
      process.stdout.write(
        `${folder}\n  ${Object.keys(scaffold(name)).join('  ')}\nTry it: service plugins try ${given}\n`,
      )
    })

interface TryOptions {
  say?: string[]
  from: string
  settings: Record<string, unknown>
  json?: boolean
}

export const tryCommand = (): Command =>
  new Command('try')
    .exitOverride()
    .description('Run a plugin on a simulated Mac and show what it receives and does')
    .argument('<folder>', 'Folder of the plugin')
    .option('--say <text...>', 'Deliver only these messages, then exit')
    .option('--from <handle>', 'Sender of the messages', '+12025550123')
    .option('--settings <json>', 'Settings of the plugin as JSON', settingsOf, {})
    .option('--json', 'Print each event as a line of JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service plugins try ./say_hello\n  service plugins try . --say "Hello" --settings \'{"answer":"Hi"}\' --json\n\nExit code 6: a delivery failed.',
    )
    .action(async (folder: string, options: TryOptions) => {
      if (!existsSync(folder)) throw new ServiceError('invalid_request', `There is no folder ${folder}.`)
      const { startTrial } = await import('../plugins/trial.ts')
      const trial = await startTrial({ folder, settings: options.settings })
      try {
        process.exitCode = await watch(trial, options)
      } finally {
        await trial.stop()
      }
    })

function settingsOf(text: string): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse(text)
    if (isObject(settings)) return settings
  } catch {
    // Reported below, as for any other value that is not an object.
  }
  throw new ServiceError('invalid_request', '--settings is not a JSON object.')
}

const pollMs = 100

async function watch(trial: Trial, { say, from, json }: TryOptions): Promise<number> {
  const { home, dir, manifest, mac } = trial
  let [handed, givenUp, quietSinceMs] = [0, 0, performance.now()]
  const events = followTrial({ home, dir, plugin: manifest }, (event) => {
    if (event.type === 'handed') handed += 1
    if (event.type === 'handed' && event.state === 'dead') givenUp += 1
    quietSinceMs = performance.now()
    process.stdout.write(`${json ? JSON.stringify(event) : formatTrialEvent(event)}\n`)
  })
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  void trial.bridge.ended.then(() => ending.abort())
  const talk = say === undefined ? startService(['sim', 'live', home], { env: trial.env }) : undefined
  for (const text of say ?? []) mac.messages.receive({ from, text })
  // The messages that a plugin sends are recorded a moment after its delivery is settled.
  const isDone = () => say !== undefined && handed >= say.length && performance.now() - quietSinceMs > quietMs
  while (!ending.signal.aborted && !isDone()) {
    await pause(pollMs, undefined, { signal: ending.signal }).catch(() => undefined)
    events.poll()
  }
  events.stop()
  await talk?.stop()
  return givenUp > 0 ? exitCodes.refused : exitCodes.done
}

const quietMs = 1_500

function formatTrialEvent(event: TrialEvent): string {
  if (event.type === 'log') return `  ${styleText('dim', `log ${event.level}`)}  ${plain(event.msg)}`
  if (event.type === 'sent')
    return styleText('green', `  ↩ ${plain(event.text ?? '[file]')}  (${event.error_code ?? event.state})`)
  const content = [event.text, ...event.files.map((file) => `[${file}]`)].filter(Boolean).join(' ')
  const mark = { acked: '✓', dead: '✗', skipped: '–', pending: '…' }[event.state]
  return `${mark} ${styleText('bold', plain(event.sender))}  ${plain(content)}`
}
