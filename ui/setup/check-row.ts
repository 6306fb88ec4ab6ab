/** Draws a permission of macOS as people know it: its state, what it is for, and how each process gets it. */
import type { SetupCheck, SetupReport } from '../../src/contract/setup.ts'
import type { GroupState } from '../../src/domain/setup/open-steps.ts'
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

export const titleOf = ({ group }: Pick<GroupState, 'group'>): string => t(`setup.group_${group}`)

export const stateOf = ({ group, state }: Pick<GroupState, 'group' | 'state'>): string => {
  const isAgent = group === 'login' && (state === 'granted' || state === 'missing')
  return t(`setup.${isAgent ? 'agent' : 'state'}_${state}` as TextKey)
}

interface RowContent {
  shown: GroupState
  mac: SetupReport['mac']
  inWords(check: SetupCheck): ShownCheck
  /** Returns what can be done about a check from here. */
  actionsFor(check: SetupCheck): CheckActions
}

export function groupRow({ shown, mac, inWords, actionsFor }: RowContent): HTMLElement {
  const { state, left, first } = shown
  const row = element('li', { class: 'check', 'data-state': state }, ...headOf(shown))
  if (left.length === 0) {
    if (first.finding === 'node_upgraded') row.append(findingOf(inWords(first)))
    return row
  }
  for (const [index, check] of left.entries()) {
    const before = left.slice(0, index).find((other) => isSameGrant(other, check))
    if (left.length > 1) row.append(element('h3', {}, nameOf(check)))
    const content = { check: inWords(check), mac, actions: actionsFor(check) }
    row.append(...(before === undefined ? wholeOf(content) : againOf(content)))
  }
  return row
}

/** Whether macOS asks for the same program in the same place. */
const isSameGrant = (one: SetupCheck, other: SetupCheck): boolean =>
  one.pane === other.pane && one.program === other.program && one.state === other.state && one.command === other.command

const nameOf = ({ process, name }: SetupCheck): string =>
  t((process ?? 'web') === 'web' && name !== 'agent_bridge' ? 'setup.for_page' : 'setup.for_relay')

interface CheckContent {
  check: ShownCheck
  mac: SetupReport['mac']
  actions: CheckActions
}

const wholeOf = (content: CheckContent): HTMLElement[] => [...explanationOf(content.check), instructionsFor(content)]

/** Explains once what both processes need. */
function againOf({ check, mac, actions }: CheckContent): HTMLElement[] {
  const restart = mac.is_here && restartButton(check, actions)
  return [
    element('p', { class: 'quiet' }, check.without ?? ''),
    element('p', { class: 'quiet' }, t('setup.same_steps')),
    ...(restart ? [element('p', { class: 'buttons' }, restart)] : []),
  ]
}

const symbols: Record<SetupCheck['state'], string> = { granted: '✓', missing: '!', checking: '…', unknown: '?' }

const findingOf = ({ found: { text, lang } }: ShownCheck): HTMLElement =>
  element('p', { class: 'quiet', lang, dir: 'auto' }, text)

const headOf = (shown: GroupState): HTMLElement[] => [
  element(
    'div',
    {},
    element('h2', {}, titleOf(shown)),
    element('p', { class: 'quiet' }, t(`setup.group_${shown.group}_system`)),
  ),
  element(
    'p',
    { class: 'state' },
    element('span', { class: 'symbol', 'aria-hidden': 'true' }, symbols[shown.state]),
    stateOf(shown),
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
    ...(tellsMore || finding === 'node_replaced' || finding === 'identity_renewed' ? [findingOf(check)] : []),
  ]
}

/** The steps are unfolded for a missing permission and folded otherwise. */
function instructionsFor({ check, mac, actions }: CheckContent): HTMLElement {
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

function buttonsFor({ check, mac, actions }: CheckContent): HTMLElement {
  const open = mac.macos?.startsWith('12.') === true ? 'setup.open_preferences' : 'setup.open_settings'
  return element(
    'p',
    { class: 'buttons' },
    check.pane !== null && button(t(open), () => void actions.openPane(check)),
    check.program !== null && button(t('setup.reveal'), () => void actions.reveal()),
    restartButton(check, actions),
  )
}

const restartButton = (check: ShownCheck, { restart }: CheckActions): HTMLElement | false =>
  restart !== undefined &&
  check.process !== null &&
  button(t(`setup.restart_${check.process}`), () => void restart(check))

/** The line of the program in System Settings, where its switch is turned on. */
const illustration = (): HTMLElement =>
  element(
    'div',
    { class: 'illustration', role: 'img', 'aria-label': t('setup.illustration') },
    element('code', {}, 'node'),
    element('span', { class: switches.switch, 'aria-checked': 'true' }, element('span', { class: switches.knob })),
  )
