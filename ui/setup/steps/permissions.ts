/** The permissions that macOS must grant: polls them while the step is shown, and announces each change. */
import type { SetupCheck, SetupReport } from '../../../src/contract/setup.ts'
import { errorText } from '../../api/error-text.ts'
import { t } from '../../catalogue/texts.ts'
import { type CheckActions, checkRow, stateOf, titleOf } from '../check-row.ts'
import { checkWords } from '../check-words.ts'
import { button, card, heading } from '../controls.ts'
import { element } from '../element.ts'
import type { Step } from '../step.ts'

const shownChecks = ({ checks }: SetupReport): SetupCheck[] =>
  checks.filter(({ kind }) => kind === 'permission' || kind === 'agent')

/** Permissions that are missing before the step counts as done. */
const missingIn = ({ checks }: SetupReport): SetupCheck[] =>
  checks.filter(({ kind, state }) => kind === 'permission' && state === 'missing')

const mayRestart = ({ checks }: SetupReport, { kind, process }: SetupCheck): boolean =>
  kind === 'permission' && checks.some(({ name, ok }) => name === `agent_${process}` && ok)

export const permissions: Step = async ({ checks, service, announce, redrawFooter, goTo }) => {
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
  function rowOf(report: SetupReport, check: SetupCheck): HTMLElement {
    const json = JSON.stringify(check)
    const known = rows.get(check.name)
    if (known?.json === json) return known.row
    const { restart, ...others } = actions
    const allowed = mayRestart(report, check) ? { ...others, restart } : others
    const row = checkRow({ check: inWords(check, report.mac.macos), mac: report.mac, actions: allowed })
    rows.set(check.name, { json, row })
    return row
  }

  function draw(report: SetupReport): void {
    const wanted = shownChecks(report).map((check) => rowOf(report, check))
    for (const [index, row] of wanted.entries())
      if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null)
    while (list.children.length > wanted.length) list.lastElementChild?.remove()
    if (missingIn(report).length === 0) consequences.hidden = true
  }

  function showConsequences(): void {
    const report = checks.current()
    const missing = missingIn(report).map((check) => inWords(check, report.mac.macos))
    consequences.replaceChildren(
      element('p', {}, t('setup.missing_lead')),
      element('ul', {}, ...missing.map((check) => element('li', {}, `${titleOf(check)}: ${check.without ?? ''}`))),
      button(t('setup.go_on_without'), () => goTo('you')),
    )
    consequences.hidden = false
    consequences.querySelector('button')?.focus()
  }

  draw(checks.current())
  const end = checks.onChange((report, before) => {
    draw(report)
    redrawFooter()
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
    mayGoOn: () => missingIn(checks.current()).length === 0,
    otherButtons: () =>
      missingIn(checks.current()).length === 0
        ? []
        : [button(`${t('setup.go_on_without')} …`, showConsequences, { kind: 'quiet' })],
    end,
  }
}

const changes = (report: SetupReport, before: SetupReport): string[] =>
  shownChecks(report)
    .filter(({ name, state }) => before.checks.find((check) => check.name === name)?.state !== state)
    .map((check) => t('setup.announce', { check: titleOf(check), state: stateOf(check) }))
