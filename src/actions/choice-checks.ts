/** Checks which choices are still open, and what else has to be in place for the whole service to work. */
import { type Finding, type FindingName, found } from '../contract/findings.ts'
import { names } from '../contract/names.ts'
import type { SetupCheck } from '../contract/setup.ts'
import type { CheckName } from '../contract/setup-names.ts'
import { isSwitchedOn } from '../domain/plugin-configuration.ts'
import { isAlive } from '../store/heartbeat.ts'
import { type CheckResult, checkOf } from './check.ts'
import { sendingTrouble } from './mac-trouble.ts'
import type { Services } from './services.ts'

export const choiceChecks = (services: Services): SetupCheck[] => checks.map((check) => made(check, services))

/** The choices alone, which can be told from our own files. */
export const openChoices = (files: ChoiceFiles): SetupCheck[] => choices.map((check) => made(check, files))

interface ChoiceFiles {
  settings: Pick<Services['settings'], 'current'>
  journal: Pick<Services['journal'], 'integrations'>
}

interface Check<S> {
  name: CheckName
  kind: SetupCheck['kind']
  /** The remedy; null if nothing has to be done. */
  trouble(services: S): Finding | null
  well: FindingName
  /** The command that does it, where the finding does not say how. */
  remedy?: string
}

function made<S>({ name, kind, trouble, well, remedy }: Check<S>, services: S): SetupCheck {
  const is = trouble(services)
  const result: CheckResult =
    is === null ? { state: 'granted', ...found(well) } : { state: 'missing', ...is, command: remedy ?? null }
  return checkOf({ name, kind, macos: null }, result)
}

const command = (words: string) => `${names.command} ${words}`

const choices: readonly Check<ChoiceFiles>[] = [
  { name: 'password', kind: 'choice', trouble: passwordTrouble, well: 'password_set', remedy: command('password set') },
  { name: 'scope', kind: 'choice', trouble: scopeTrouble, well: 'scope_decided' },
  { name: 'plugins', kind: 'choice', trouble: pluginTrouble, well: 'plugins_on' },
]

const checks: readonly Check<Services>[] = [
  { name: 'bridge', kind: 'state', trouble: bridgeTrouble, well: 'bridge_running' },
  { name: 'sending', kind: 'state', trouble: sendingTrouble, well: 'sending_works' },
  ...choices,
  { name: 'pictures', kind: 'state', trouble: pictureTrouble, well: 'pictures_convertible' },
  { name: 'sound', kind: 'state', trouble: soundTrouble, well: 'sound_convertible' },
  { name: 'restart', kind: 'state', trouble: restartTrouble, well: 'settings_in_force' },
]

function bridgeTrouble({ bridge, nowMs }: Services): Finding | null {
  if (!isAlive(bridge.lastHeartbeatS(), nowMs())) return found('bridge_to_start', { command: command('up') })
  return bridgeDegraded(bridge)
}

/** Describes a bridge that runs but cannot do everything. */
export function bridgeDegraded(bridge: Services['bridge']): Finding | null {
  const { state = 'polling', reason = null } = bridge.status() ?? {}
  return state === 'polling' ? null : found('bridge_degraded', { state, reason: reason ?? 'no reason is known.' })
}

export function passwordTrouble({ settings }: Pick<ChoiceFiles, 'settings'>): Finding | null {
  return settings.current().auth.password_hash === null ? found('password_missing') : null
}

function scopeTrouble({ settings }: ChoiceFiles): Finding | null {
  const { relay, whitelist } = settings.current()
  if (relay.scope !== 'whitelist' || whitelist.handles.length + whitelist.groups.length > 0) return null
  return found('scope_empty')
}

/** Filters and rules receive nothing themselves, and rules are on from the first start. */
function pluginTrouble({ settings, journal }: ChoiceFiles): Finding | null {
  const { integrations } = settings.current()
  const core = journal.integrations().flatMap(({ name, tier }) => (tier === 'core' ? [name] : []))
  const isOn = Object.keys(integrations).some((name) => !core.includes(name) && isSwitchedOn(integrations, name))
  return isOn ? null : found('plugins_none')
}

function pictureTrouble({ programs }: Services): Finding | null {
  return programs.sips ? null : found('pictures_not_convertible')
}

function soundTrouble({ programs }: Services): Finding | null {
  return programs.afconvert || programs.ffmpeg ? null : found('sound_not_convertible')
}

export function restartTrouble(services: Pick<Services, 'settings' | 'webAtStart'>): Finding | null {
  const changed = settingsNotInForce(services)
  if (changed.length === 0) return null
  return found('restart_needed', { settings: changed.join(', '), command: command('restart') })
}

/** The settings that need a restart. */
export function settingsNotInForce({ settings, webAtStart }: Pick<Services, 'settings' | 'webAtStart'>): string[] {
  const { web } = settings.current()
  return (['host', 'port'] as const).filter((key) => web[key] !== webAtStart[key]).map((key) => `web.${key}`)
}
