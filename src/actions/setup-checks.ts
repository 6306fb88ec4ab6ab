/** GET /api/ui/setup */
import type { SetupCheck } from '../contract/page-support.ts'
import { isAlive } from '../store/heartbeat.ts'
import type { Action } from './action.ts'
import type { Doors } from './doors.ts'
import { contactsTrouble, messagesTrouble, sendingTrouble } from './mac-trouble.ts'

export const setupChecks: Action<'setup_checks'> = (_input, doors) =>
  checks.map(([name, check]) => {
    const trouble = check(doors)
    return { name, ok: trouble === null, message: trouble ?? wellPut[name] }
  })

/** What is to do; null where all is well. */
type Check = (doors: Doors) => string | null

const wellPut: Record<CheckName, SetupCheck['message']> = {
  messages: 'The Messages database can be read.',
  contacts: 'Contacts can be read; people are shown by their names.',
  bridge: 'The bridge runs.',
  sending: 'Messages can be sent.',
  password: 'A password is set.',
  scope: 'It is decided whose messages are relayed.',
  plugins: 'Messages go to at least one plugin.',
  pictures: 'Pictures can be converted for browsers.',
  sound: 'Voice messages can be converted for browsers.',
  restart: 'All settings are in force.',
}
type CheckName = (typeof checks)[number][0]

const checks = [
  ['messages', ({ messages }) => messagesTrouble(messages)],
  ['contacts', ({ contacts }) => contactsTrouble(contacts)],
  ['bridge', bridgeTrouble],
  ['sending', sendingTrouble],
  ['password', ({ settings }) => (settings.current().auth.password_hash === null ? noPassword : null)],
  ['scope', scopeTrouble],
  ['plugins', pluginTrouble],
  ['pictures', ({ programs }) => (programs.sips ? null : 'sips is not on this machine; HEIC pictures are downloaded.')],
  ['sound', ({ programs }) => (programs.afconvert || programs.ffmpeg ? null : noSound)],
  ['restart', restartTrouble],
] as const satisfies readonly (readonly [string, Check])[]

const noPassword = 'No password is set: everyone who can use this Mac can read here. Set one: service password set'
const noSound = 'afconvert is not on this machine; voice messages are downloaded.'

function bridgeTrouble({ bridge, nowMs }: Doors): string | null {
  if (!isAlive(bridge.lastBeatS(), nowMs())) return 'The bridge does not run; nothing is relayed. Start it: service up'
  const { state = 'polling', reason = null } = bridge.status() ?? {}
  return state === 'polling' ? null : `The bridge is ${state}${reason === null ? '' : `: ${reason}`}.`
}

function scopeTrouble({ settings }: Doors): string | null {
  const { relay, whitelist } = settings.current()
  if (relay.scope !== 'whitelist' || whitelist.handles.length + whitelist.groups.length > 0) return null
  return 'The whitelist is empty: only what you write to yourself is relayed. Add people or groups.'
}

function pluginTrouble({ settings }: Doors): string | null {
  const enabled = Object.values(settings.current().integrations).some((integration) => integration.enabled)
  return enabled ? null : 'No plugin is switched on: messages are read and go nowhere.'
}

function restartTrouble({ settings, webAtStart }: Doors): string | null {
  const { web } = settings.current()
  const changed = (['host', 'port'] as const).filter((key) => web[key] !== webAtStart[key]).map((key) => `web.${key}`)
  return changed.length === 0 ? null : `${changed.join(' and ')} need a restart of the web process: service restart`
}
