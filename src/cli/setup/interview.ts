/**
 * Asks at the terminal what the setup page asks: permissions, whose messages, where to, a test, a password; and waits for the
 * first message. Every answer is saved at once, and what is not answered stays as it is.
 */
import { changedSettings } from '../../actions/changed-settings.ts'
import { openChoices } from '../../actions/choice-checks.ts'
import { sendTest } from '../../actions/test-plugin.ts'
import type { Config, RelayScope } from '../../contract/config.ts'
import { filledIn } from '../../contract/findings.ts'
import { names } from '../../contract/names.ts'
import type { PluginRecord } from '../../contract/plugin.ts'
import type { SetupCheck } from '../../contract/setup.ts'
import { type DestinationName, destinationPlugins } from '../../contract/setup-destinations.ts'
import { setupTexts as texts } from '../../contract/setup-texts.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { handleKind } from '../../domain/handles.ts'
import { ownSettings } from '../../domain/plugin-configuration.ts'
import { hideSecrets } from '../../domain/plugin-settings.ts'
import { ServiceError } from '../../domain/service-error.ts'
import {
  answeredValues,
  type DestinationField,
  destinationFields,
  isSaved,
  textOfSaved,
} from '../../domain/setup/destination-fields.ts'
import { type GroupState, groupStates, openSteps } from '../../domain/setup/open-steps.ts'
import { whitelistEntry, withEntry } from '../../domain/whitelist.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { setupNote } from '../../store/setup-note.ts'
import { readWebAddress } from '../../store/web-address.ts'
import { ask, NotAnswered, type Terminal } from '../ask.ts'
import { diagnosis } from '../doctor/diagnosis.ts'
import { markOf } from '../doctor/format-diagnosis.ts'
import type { Environment } from '../environment.ts'
import type { LocalService } from '../local-service.ts'
import { askNewPassword, setPassword } from '../new-password.ts'
import { formatTest, plain } from '../plugins/format-plugins.ts'
import { followFirstMessage } from './first-message.ts'

interface Interview {
  service: LocalService
  environment: Environment
  terminal: Terminal
}

const instead = [
  `${names.command} config set relay.scope contacts`,
  `${names.command} config set integrations.webhook.url https://example.org/messages`,
  `${names.command} plugins enable webhook`,
  `${names.command} password set --stdin`,
]

/** Throws `invalid_request` where nobody can be asked, with what to type instead. */
export function requireTerminal({ input }: Terminal): void {
  if (input.isTTY === true) return
  throw new ServiceError('invalid_request', 'Setup asks questions, and there is no terminal to ask at.', { instead })
}

export async function interview(its: Interview): Promise<void> {
  const asking = new Asking(its)
  asking.say(
    `${names.product} setup`,
    'Press Return to keep what is set. Ctrl-C ends setup and keeps your answers so far.',
    '',
    `${texts['setup.exposure_title']}:`,
    ...([texts['setup.exposure_1'], texts['setup.exposure_2'], texts['setup.exposure_3']] as const).map(
      (line) => `  - ${line}`,
    ),
  )
  const permissions = await asking.permissions()
  await asking.people()
  await asking.destination()
  await asking.password()
  await asking.firstMessage()
  asking.end(permissions)
}

const scopes: readonly RelayScope[] = ['whitelist', 'contacts', 'everyone']
const questions = 5

class Asking {
  readonly #service: LocalService
  readonly #environment: Environment
  readonly #terminal: Terminal
  #asked = 0

  constructor({ service, environment, terminal }: Interview) {
    this.#service = service
    this.#environment = environment
    this.#terminal = terminal
  }

  say(...lines: readonly string[]): void {
    for (const line of lines) this.#terminal.output.write(`${line}\n`)
  }

  /** Resolves with the checks, as they are when the question is left. */
  async permissions(): Promise<readonly SetupCheck[]> {
    this.#headline(texts['setup.permissions_title'])
    for (;;) {
      const { checks, tried_by: by } = await diagnosis(this.#environment)
      const groups = groupStates(checks)
      this.say(...groups.flatMap(groupLines))
      if (by === 'command')
        this.say(`  The service isn’t running, so these were checked with the permissions of this terminal.`)
      if (!groups.some(({ group, state }) => group !== 'login' && state === 'missing')) return checks
      const answer = await this.#ask('Press Return to check again, or type s to continue without: ')
      if (/^s/i.test(answer)) return checks
    }
  }

  async people(): Promise<void> {
    this.#headline(texts['setup.relayed_title'])
    const now = this.#config().relay.scope
    const titles = scopes.map((scope) => texts[`setup.scope_${scope}`])
    const chosen = await this.#choose(titles, `Choice [${scopes.indexOf(now) + 1}]: `)
    const scope = (chosen === undefined ? undefined : scopes[chosen]) ?? now
    if (scope !== now) await this.#change({ relay: { scope } })
    if (scope === 'whitelist') await this.#whitelist()
  }

  async destination(): Promise<void> {
    this.#headline(texts['setup.destination_title'])
    const records = await this.#service.records()
    const offered = destinationPlugins.flatMap(({ plugin }) => {
      const record = records.find(({ name }) => name === plugin)
      return record === undefined ? [] : [{ record, name: plugin }]
    })
    const titles = offered.map(
      ({ record: { display_name: title, enabled }, name }) =>
        `${title.padEnd(14)} ${texts[`setup.to_${name satisfies DestinationName}`]}${enabled ? ' (on)' : ''}`,
    )
    const isOn = records.some(({ enabled, tier }) => enabled && tier !== 'core')
    const chosen = await this.#choose(titles, `Choice [${isOn ? 'keep' : 'later'}]: `)
    const record = chosen === undefined ? undefined : offered[chosen]?.record
    if (record === undefined || !(await this.#fillIn(record))) return
    await this.#test(record)
  }

  async password(): Promise<void> {
    this.#headline(texts['setup.security_title'])
    const isSet = this.#config().auth.password_hash !== null
    this.say(`  ${texts[isSet ? 'setup.password_is_set' : 'setup.left_security']}`)
    if (!(await this.#yes(isSet ? 'Change the password?' : 'Set a password?', false))) return
    for (;;)
      try {
        await setPassword(this.#service.dir, await askNewPassword(this.#terminal))
        return this.say(`  ${texts['setup.password_is_set']}`)
      } catch (error) {
        if (!this.#isToRepeat(error)) throw error
      }
  }

  async firstMessage(): Promise<void> {
    const on = (await this.#service.records()).filter(({ enabled, tier }) => enabled && tier !== 'core')
    const destinations = on.map(({ display_name: title }) => plain(title)).join(', ')
    this.#headline(texts['setup.delivery'])
    if (on.length === 0) return this.say('  No destination is on yet, so no message is relayed.')
    if (!this.#service.isBridgeAlive()) return this.say(`  Once the service runs, messages go to ${destinations}.`)
    this.say(`  Ask someone to text you. The message appears here on its way to ${destinations}.`)
    const titleOf = (plugin: string) => on.find(({ name }) => name === plugin)?.display_name ?? plugin
    const [arrived, left] = [new AbortController(), new AbortController()]
    const say = (...lines: readonly string[]) => this.say('', ...lines)
    const following = followFirstMessage({ journal: this.#service.journal, titleOf, say, signal: left.signal }).then(
      () => arrived.abort(),
    )
    try {
      await this.#ask('Waiting for a message. Press Return to finish without: ', { signal: arrived.signal })
    } catch (error) {
      if (!arrived.signal.aborted) throw error
      this.say('  Your relay works.')
    } finally {
      left.abort()
      await following
    }
  }

  end(permissions: readonly SetupCheck[]): void {
    const { dir, journal } = this.#service
    setupNote(dir.setupFile).advance({ step: 'delivery', exposure_seen: true, finished: true })
    const left = openSteps([...permissions, ...openChoices({ settings: { current: () => this.#config() }, journal })])
    this.say(
      '',
      ...(left.length === 0
        ? ['Setup is complete.']
        : [`${texts['setup.done_left']}:`, ...left.map((step) => `  - ${texts[`setup.left_${step}`]}`)]),
      `  Page          ${ownUrl(readWebAddress(dir) ?? this.#config().web)}/app/`,
      `  Deliveries    ${names.command} deliveries list`,
      ...(this.#service.isBridgeAlive() ? [] : [`  Start         ${names.command} install, or ${names.command} up`]),
    )
  }

  #headline(title: string): void {
    this.#asked += 1
    this.say('', `${this.#asked}/${questions}  ${title}`)
  }

  /** The file itself, since other commands and processes may write it. */
  #config(): Config {
    return loadConfig(this.#service.dir).config
  }

  async #ask(question: string, how: { hidden?: boolean; signal?: AbortSignal } = {}): Promise<string> {
    try {
      return (await ask({ question, ...how }, `type ${instead.join(', ')}`, this.#terminal)).trim()
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error
      throw new NotAnswered('Setup was ended. Your answers so far are saved.')
    }
  }

  async #yes(question: string, initial: boolean): Promise<boolean> {
    const answer = await this.#ask(`${question} ${initial ? '[Y/n]' : '[y/N]'} `)
    return answer === '' ? initial : /^y/i.test(answer)
  }

  /** Resolves with the index; undefined where nothing was chosen. */
  async #choose(titles: readonly string[], question: string): Promise<number | undefined> {
    this.say(...titles.map((title, index) => `  ${index + 1}  ${title}`))
    for (;;) {
      const answer = await this.#ask(question)
      if (answer === '') return undefined
      const index = Number(answer) - 1
      if (Number.isInteger(index) && titles[index] !== undefined) return index
      this.say(`  “${plain(answer)}” is not a number from 1 to ${titles.length}.`)
    }
  }

  async #whitelist(): Promise<void> {
    const { handles, groups } = this.#config().whitelist
    const listed = [...handles, ...groups]
    this.say(listed.length === 0 ? `  ${texts['setup.chosen_none']}` : `  Chosen: ${listed.map(plain).join(', ')}`)
    for (;;) {
      const answer = await this.#ask('Add a phone number or email address (Return when done): ')
      if (answer === '') return
      const meant = whitelistEntry(answer, () => false)
      // A word could be the name under which a company sends, and is far more likely that of a person.
      if (meant === undefined || (meant.kind === 'handle' && handleKind(meant.handle) === 'alphanumeric')) {
        this.say(`  “${plain(answer)}” is not a phone number or email address. Names can be chosen on the page.`)
        continue
      }
      await this.#change(({ whitelist }) => {
        const changed = withEntry({ handles: whitelist.handles, groups: whitelist.groups }, meant)
        return { whitelist: changed }
      })
      this.say(`  ${plain(meant.handle)} is chosen.`)
    }
  }

  async #change(patch: Parameters<typeof changedSettings>[0]['patch']): Promise<void> {
    const plugins = await this.#service.records()
    const schemas = new Map(plugins.map(({ name, settings_schema: schema }) => [name, schema]))
    changedSettings({ patch, principal: 'command' }, { ...this.#service, schemas })
  }

  /** Whether the error tells that an answer is wrong, which is then said; another answer may be right. */
  #isToRepeat(error: unknown): boolean {
    if (!(error instanceof ServiceError) || error instanceof NotAnswered) return false
    const { faults } = error.details
    const reasons = Array.isArray(faults) ? faults.map((fault: { reason?: unknown }) => String(fault.reason)) : []
    this.say(`  ${error.message}`, ...reasons.slice(1).map((reason) => `  ${reason}`))
    return error.code === 'invalid_request' || error.code === 'weak_password'
  }

  /** Resolves to whether the plugin is on afterwards. */
  async #fillIn(record: PluginRecord): Promise<boolean> {
    const { name, enabled, display_name: title, settings_schema: schema } = record
    const fields = destinationFields(name, schema)
    for (;;) {
      const saved = hideSecrets(ownSettings(this.#config().integrations[name] ?? { enabled: false }), schema)
      const typed: Record<string, string> = {}
      for (const field of fields) typed[field.key] = await this.#field(field, saved[field.key])
      const values = answeredValues({ fields, typed, saved })
      if (!enabled) {
        this.say(...consentLines(record))
        if (!(await this.#yes('Save and turn on?', true))) return false
      }
      try {
        if (Object.keys(values).length > 0) await this.#change({ integrations: { [name]: values } })
        if (!enabled) await this.#service.switch(name, true)
        this.say(`  ${title} is on.`)
        return true
      } catch (error) {
        if (!this.#isToRepeat(error)) throw error
      }
    }
  }

  /** Asks until a required field has a value. */
  async #field(
    { title, description, example, isRequired, isSecret }: DestinationField,
    saved: unknown,
  ): Promise<string> {
    const now = isSaved(saved) ? (isSecret ? 'saved' : textOfSaved(saved)) : ''
    const hint = now === '' ? (isRequired ? '' : ' [none]') : ` [${now}]`
    const about = [description, example === undefined ? undefined : `Example: ${example}`].filter(Boolean).join(' ')
    if (about !== '') this.say(`  ${plain(about)}`)
    for (;;) {
      const answer = await this.#ask(`${title}${hint}: `, { hidden: isSecret })
      if (answer !== '') return answer
      if (now !== '' || !isRequired) return isSecret ? '' : textOfSaved(saved)
      this.say(`  ${title} is required.`)
    }
  }

  async #test({ name, display_name: title }: PluginRecord): Promise<void> {
    const { isBridgeAlive } = this.#service
    if (!isBridgeAlive())
      return this.say(`  To send a test, start the service and run: ${names.command} plugins test ${name}`)
    if (!(await this.#yes('Send a test?', true))) return
    const result = await sendTest(
      { name, title, isOn: true, principal: 'command' },
      { ...this.#service, isRelayAlive: isBridgeAlive },
    )
    this.say(
      ...formatTest(name, result, { isBridgeAlive })
        .split('\n')
        .map((line) => `  ${line}`),
    )
  }
}

function groupLines({ group, state, first, left }: GroupState): string[] {
  const line = `  ${markOf({ kind: first.kind, state })} ${texts[`setup.group_${group}`]} (${texts[`setup.group_${group}_system`]})`
  const [check] = left
  if (check === undefined || state !== 'missing') return [line]
  const steps = check.steps.map((step, index) => `      ${index + 1}. ${step}`)
  return [
    line,
    ...(check.without === null ? [] : [`      ${check.without}`]),
    ...(check.kind === 'permission' ? steps : []),
    ...(check.kind === 'permission' && check.program !== null ? [`      Program: ${check.program}`] : []),
    ...(check.command === null ? [] : [`      Type: ${check.command}`]),
  ]
}

function consentLines({ display_name: title, tier, network }: PluginRecord): string[] {
  const reaches = network.map(({ host, port, reason }) =>
    filledIn(texts['setup.reaches'], { place: `${host}:${port}`, reason: plain(reason) }),
  )
  return [
    `  What ${title} can do:`,
    ...(tier === 'official' || tier === 'notify' ? [`  - ${texts[`setup.sees_${tier}`]}`] : []),
    ...(reaches.length === 0 ? [texts['setup.reaches_typed']] : reaches).map((line) => `  - ${line}`),
  ]
}
