/** One permission or launch agent: its state, its purpose, and how it is granted. */
import type { SetupCheck, SetupReport } from '../../src/contract/setup.ts'
import { type TextKey, t } from '../catalogue/texts.ts'
import switches from '../kit/Switch.module.css'
import type { ShownCheck } from './check-words.ts'
import { button, copyable } from './controls.ts'
import { element } from './element.ts'

export interface CheckActions {
  openPane(check: SetupCheck): Promise<void>
  reveal(): Promise<void>
  /** Set where launchd runs the process. */
  restart?(check: SetupCheck): Promise<void>
}

export const titleOf = ({ name }: SetupCheck): string => t(`setup.check_${name}` as TextKey)

export const stateOf = ({ kind, state }: SetupCheck): string => {
  const isAgent = kind === 'agent' && (state === 'granted' || state === 'missing')
  return t(`setup.${isAgent ? 'agent' : 'state'}_${state}` as TextKey)
}

interface RowContent {
  check: ShownCheck
  mac: SetupReport['mac']
  actions: CheckActions
}

export function checkRow({ check, mac, actions }: RowContent): HTMLElement {
  const row = element('li', { class: 'check', 'data-state': check.state }, ...headOf(check))
  if (check.ok) {
    if (check.finding === 'node_upgraded') row.append(findingOf(check))
    return row
  }
  row.append(...explanationOf(check), instructionsFor({ check, mac, actions }))
  return row
}

const symbols: Record<SetupCheck['state'], string> = { granted: '✓', missing: '!', checking: '…', unknown: '?' }

const findingOf = ({ found: { text, lang } }: ShownCheck): HTMLElement =>
  element('p', { class: 'quiet', lang, dir: 'auto' }, text)

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
  const entry = (term: TextKey, text: string) => [element('dt', {}, t(term)), element('dd', {}, text)]
  const tellsMore = kind === 'permission' && state !== 'missing'
  return [
    element(
      'dl',
      {},
      ...(why === null ? [] : entry('setup.why', why)),
      ...(without === null ? [] : entry('setup.without', without)),
    ),
    ...(tellsMore || finding === 'node_replaced' ? [findingOf(check)] : []),
  ]
}

/** The steps are unfolded for a missing permission and folded otherwise. */
function instructionsFor({ check, mac, actions }: RowContent): HTMLElement {
  const { steps, program, command, pane, kind, state } = check
  return element(
    'details',
    { open: state === 'missing' && kind === 'permission' },
    element('summary', {}, t('setup.how')),
    element('ol', {}, ...steps.map((step) => element('li', {}, step))),
    pane === 'full_disk_access' && illustration(),
    program !== null && kind === 'permission' && labelled('setup.program', program),
    command !== null && labelled('setup.command', command),
    mac.is_here
      ? buttonsFor({ check, mac, actions })
      : element('p', { class: 'quiet' }, t('setup.at_the_mac', { mac: mac.name })),
  )
}

const labelled = (term: TextKey, text: string): HTMLElement =>
  element('p', {}, element('span', { class: 'quiet' }, t(term)), copyable(text))

function buttonsFor({ check, mac, actions }: RowContent): HTMLElement {
  const open = mac.macos?.startsWith('12.') === true ? 'setup.open_preferences' : 'setup.open_settings'
  return element(
    'p',
    { class: 'buttons' },
    check.pane !== null && button(t(open), () => void actions.openPane(check)),
    check.program !== null && button(t('setup.reveal'), () => void actions.reveal()),
    actions.restart !== undefined &&
      check.process !== null &&
      button(t(`setup.restart_${check.process}`), () => void actions.restart?.(check)),
  )
}

/** The line of the program in System Settings, where its switch is turned on. */
const illustration = (): HTMLElement =>
  element(
    'div',
    { class: 'illustration', role: 'img', 'aria-label': t('setup.illustration') },
    element('code', {}, 'node'),
    element('span', { class: switches.switch, 'aria-checked': 'true' }, element('span', { class: switches.knob })),
  )
