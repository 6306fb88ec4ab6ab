/** Builds one check for the setup and the health page: its finding, with the explanations that belong to its name. */
import type { Finding } from '../contract/findings.ts'
import type { SetupCheck } from '../contract/setup.ts'
import type { CheckName, CheckState } from '../contract/setup-names.ts'
import { setupWords, stepsFor, type WordedCheck } from '../contract/setup-words.ts'

export interface CheckResult extends Partial<Pick<SetupCheck, 'process' | 'pane' | 'program' | 'command'>>, Finding {
  state: CheckState
}

interface Named {
  name: CheckName
  kind: SetupCheck['kind']
  macos: string | null
}

export function checkOf({ name, kind, macos }: Named, { state, ...found }: CheckResult): SetupCheck {
  const words = isWorded(name) ? setupWords[name] : undefined
  return {
    name,
    kind,
    state,
    ok: state === 'granted',
    process: null,
    pane: null,
    program: null,
    command: null,
    ...found,
    why: words?.why ?? null,
    without: words?.without ?? null,
    steps: words === undefined || state === 'granted' ? [] : [...stepsFor(words, macos)],
  }
}

const isWorded = (name: CheckName): name is WordedCheck => Object.hasOwn(setupWords, name)
