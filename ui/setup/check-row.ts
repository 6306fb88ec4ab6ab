/** One permission or launch agent: its state, its purpose, and how it is granted. */
import type { SetupCheck, SetupReport } from '../../src/contract/setup.ts'
import { element } from './element.ts'
import { button, copyable } from './frame.ts'
import type { ShownCheck } from './own-words.ts'
import { type SetupText, say } from './texts.ts'

export interface CheckDeeds {
  openPane(check: SetupCheck): Promise<void>
  reveal(): Promise<void>
  /** Set where launchd runs the process. */
  restart?(check: SetupCheck): Promise<void>
}

export const titleOf = ({ name }: SetupCheck): string => say(`setup.check_${name}` as SetupText)

export const stateOf = ({ kind, state }: SetupCheck): string => {
  const isAgent = kind === 'agent' && (state === 'granted' || state === 'missing')
  return say(`setup.${isAgent ? 'agent' : 'state'}_${state}` as SetupText)
}

interface Shown {
  check: ShownCheck
  mac: SetupReport['mac']
  deeds: CheckDeeds
}

export function checkRow({ check, mac, deeds }: Shown): HTMLElement {
  const row = element('li', { class: 'check', 'data-state': check.state }, ...headOf(check))
  if (check.ok) {
    if (check.finding === 'node_upgraded') row.append(saidOf(check))
    return row
  }
  row.append(...explanationOf(check), wayOf({ check, mac, deeds }))
  return row
}

const symbols: Record<SetupCheck['state'], string> = { granted: '✓', missing: '!', checking: '…', unknown: '?' }

const saidOf = ({ says: { text, lang } }: ShownCheck): HTMLElement =>
  element('p', { class: 'message', lang, dir: 'auto' }, text)

const headOf = (check: SetupCheck): HTMLElement[] => [
  element('h3', {}, titleOf(check)),
  element(
    'p',
    { class: 'state' },
    element('span', { class: 'symbol', 'aria-hidden': 'true' }, symbols[check.state]),
    stateOf(check),
  ),
]

function explanationOf(check: ShownCheck): HTMLElement[] {
  const { why, without, finding, kind, state } = check
  const says = (term: SetupText, text: string) => [element('dt', {}, say(term)), element('dd', {}, text)]
  const isTelling = kind === 'permission' && state !== 'missing'
  return [
    element(
      'dl',
      {},
      ...(why === null ? [] : says('setup.why', why)),
      ...(without === null ? [] : says('setup.without', without)),
    ),
    ...(isTelling || finding === 'node_replaced' ? [saidOf(check)] : []),
  ]
}

/** The steps are unfolded for a missing permission and folded otherwise. */
function wayOf({ check, mac, deeds }: Shown): HTMLElement {
  const { steps, program, command, pane, kind, state } = check
  return element(
    'details',
    { open: state === 'missing' && kind === 'permission' },
    element('summary', {}, say('setup.how')),
    element('ol', {}, ...steps.map((step) => element('li', {}, step))),
    pane === 'full_disk_access' && illustration(),
    program !== null && kind === 'permission' && taken('setup.program', program),
    command !== null && taken('setup.command', command),
    mac.is_here
      ? deedsOf({ check, mac, deeds })
      : element('p', { class: 'message' }, say('setup.at_the_mac', { mac: mac.name })),
  )
}

const taken = (term: SetupText, text: string): HTMLElement =>
  element('p', { class: 'taken' }, element('span', {}, say(term)), copyable(text))

function deedsOf({ check, mac, deeds }: Shown): HTMLElement {
  const open = mac.macos?.startsWith('12.') === true ? 'setup.open_preferences' : 'setup.open_settings'
  return element(
    'p',
    { class: 'deeds' },
    check.pane !== null && button(say(open), () => void deeds.openPane(check)),
    check.program !== null && button(say('setup.reveal'), () => void deeds.reveal()),
    deeds.restart !== undefined &&
      check.process !== null &&
      button(say(`setup.restart_${check.process}`), () => void deeds.restart?.(check)),
  )
}

/** The style sheet animates it, except for people who prefer reduced motion. */
const illustration = (): HTMLElement =>
  element(
    'div',
    { class: 'illustration', role: 'img', 'aria-label': say('setup.illustration') },
    element('span', { class: 'line' }),
    element('span', { class: 'line program' }, element('code', {}, 'node'), element('span', { class: 'toggle' })),
    element('span', { class: 'line' }),
  )
