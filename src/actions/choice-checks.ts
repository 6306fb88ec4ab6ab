/** What is left to decide, and what else has to be in place for all of the service to work. */
import type { SetupCheck } from '../contract/setup.ts'
import type { CheckName } from '../contract/setup-names.ts'
import { isAlive } from '../store/heartbeat.ts'
import { checkOf } from './check.ts'
import type { Doors } from './doors.ts'
import { sendingTrouble } from './mac-trouble.ts'

export const choiceChecks = (doors: Doors): SetupCheck[] =>
  checks.map(({ name, kind, trouble, well }) => {
    const message = trouble(doors)
    return checkOf(
      { name, kind, macos: null },
      { state: message === null ? 'granted' : 'missing', message: message ?? well },
    )
  })

interface Check {
  name: CheckName
  kind: SetupCheck['kind']
  /** What is to do; null where all is well. */
  trouble(doors: Doors): string | null
  well: string
}

const checks: readonly Check[] = [
  { name: 'bridge', kind: 'state', trouble: bridgeTrouble, well: 'The bridge runs.' },
  { name: 'sending', kind: 'state', trouble: sendingTrouble, well: 'Messages can be sent.' },
  {
    ...{ name: 'password', kind: 'choice', well: 'A password is set.' },
    trouble: ({ settings }) => (settings.current().auth.password_hash === null ? noPassword : null),
  },
  { name: 'scope', kind: 'choice', trouble: scopeTrouble, well: 'It is decided whose messages are relayed.' },
  { name: 'plugins', kind: 'choice', trouble: pluginTrouble, well: 'Messages go to at least one plugin.' },
  {
    ...{ name: 'pictures', kind: 'state', well: 'Pictures can be converted for browsers.' },
    trouble: ({ programs }) => (programs.sips ? null : 'sips is not on this machine; HEIC pictures are downloaded.'),
  },
  {
    ...{ name: 'sound', kind: 'state', well: 'Voice messages can be converted for browsers.' },
    trouble: ({ programs }) => (programs.afconvert || programs.ffmpeg ? null : noSound),
  },
  { name: 'restart', kind: 'state', trouble: restartTrouble, well: 'All settings are in force.' },
]

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

export function restartTrouble({ settings, webAtStart }: Pick<Doors, 'settings' | 'webAtStart'>): string | null {
  const { web } = settings.current()
  const changed = (['host', 'port'] as const).filter((key) => web[key] !== webAtStart[key]).map((key) => `web.${key}`)
  return changed.length === 0 ? null : `${changed.join(' and ')} need a restart of the web process: service restart`
}
