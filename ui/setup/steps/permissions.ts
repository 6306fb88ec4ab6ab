/** The permissions that macOS must grant: polls them while the step is shown, and announces each change. */
import type { SetupCheck, SetupReport } from '../../../src/contract/setup.ts'
import { type GroupState, groupStates } from '../../../src/domain/setup/open-steps.ts'
import { errorText } from '../../api/error-text.ts'
import { t } from '../../catalogue/texts.ts'
import { type CheckActions, groupRow, stateOf, titleOf } from '../check-row.ts'
import { checkWords } from '../check-words.ts'
import { button, card, heading } from '../controls.ts'
import { element } from '../element.ts'
import type { Step } from '../step.ts'

/** Permissions that are missing before the step counts as done. */
const missingIn = ({ checks }: SetupReport): GroupState[] =>
  groupStates(checks).filter(({ group, state }) => group !== 'login' && state === 'missing')

const mayRestart = ({ checks }: SetupReport, { kind, process }: SetupCheck): boolean =>
  kind === 'permission' && checks.some(({ name, ok }) => name === `agent_${process}` && ok)

export const permissions: Step = async ({ checks, service, announce, goTo }) => {
  const inWords = await checkWords()
  const list = card('ul', {})
  const consequences = element('div', { class: 'notice', hidden: true })
  const problem = element('p', { class: 'trouble', role: 'alert', hidden: true })
  const rows = new Map<string, { json: string; row: HTMLElement }>()

  const attempt = async (act: () => Promise<unknown>) => {
    problem.hidden = true
    try {
      await act()
    } catch (error) {
      problem.textContent = errorText(error)
      problem.hidden = false
    }
  }
  const actions: Required<CheckActions> = {
    openPane: ({ pane }) => attempt(async () => pane !== null && service.client.open_pane({ pane })),
    reveal: () => attempt(() => service.client.reveal_program()),
    restart: ({ process }) =>
      attempt(async () => {
        if (process === null) return
        announce(t('setup.restarting'))
        await service.client.restart_process({ process })
        await checks.poll()
      }),
  }

  /** A row with the same content is kept, with its unfolded steps and the focus. */
  function rowOf(report: SetupReport, shown: GroupState): HTMLElement {
    const json = JSON.stringify([shown, shown.left.map((check) => mayRestart(report, check))])
    const known = rows.get(shown.group)
    if (known?.json === json) return known.row
    const { restart, ...others } = actions
    const row = groupRow({
      shown,
      mac: report.mac,
      inWords: (check) => inWords(check, report.mac.macos),
      actionsFor: (check) => (mayRestart(report, check) ? { ...others, restart } : others),
    })
    rows.set(shown.group, { json, row })
    return row
  }

  function draw(report: SetupReport): void {
    const wanted = groupStates(report.checks).map((shown) => rowOf(report, shown))
    for (const [index, row] of wanted.entries())
      if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null)
    while (list.children.length > wanted.length) list.lastElementChild?.remove()
    if (missingIn(report).length === 0) consequences.hidden = true
  }

  function showConsequences(): void {
    const report = checks.current()
    consequences.replaceChildren(
      element('p', {}, t('setup.missing_lead')),
      element(
        'ul',
        {},
        ...missingIn(report).flatMap((shown) =>
          shown.left.map((check) =>
            element('li', {}, `${titleOf(shown)}: ${inWords(check, report.mac.macos).without ?? ''}`),
          ),
        ),
      ),
      button(t('setup.go_on_without'), () => goTo('relayed')),
    )
    consequences.hidden = false
    consequences.querySelector('button')?.focus()
  }

  draw(checks.current())
  const end = checks.onChange((report, before) => {
    draw(report)
    announce(changes(report, before).join('. '))
  })
  void checks.poll()
  return {
    content: element(
      'div',
      {},
      heading(t('setup.permissions_title'), t('setup.permissions_lead')),
      problem,
      list,
      consequences,
    ),
    insteadOfNext: () =>
      missingIn(checks.current()).length === 0 ? undefined : button(t('setup.later'), showConsequences),
    end,
  }
}

const changes = (report: SetupReport, before: SetupReport): string[] => {
  const earlier = groupStates(before.checks)
  return groupStates(report.checks)
    .filter(({ group, state }) => earlier.find((each) => each.group === group)?.state !== state)
    .map((shown) => t('setup.announce', { check: titleOf(shown), state: stateOf(shown) }))
}
