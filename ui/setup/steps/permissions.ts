/** The permissions that macOS must grant: polls them while the step is shown, and announces each change. */
import type { SetupCheck, SetupReport } from '../../../src/contract/setup.ts'
import { type CheckDeeds, checkRow, stateOf, titleOf } from '../check-row.ts'
import { element } from '../element.ts'
import { button, heading } from '../frame.ts'
import { wordsIn } from '../own-words.ts'
import { saying } from '../service.ts'
import type { Step } from '../step.ts'
import { say } from '../texts.ts'

const shownOf = ({ checks }: SetupReport): SetupCheck[] =>
  checks.filter(({ kind }) => kind === 'permission' || kind === 'agent')

/** Permissions that are missing before the step counts as done. */
const missing = (report: SetupReport): SetupCheck[] =>
  report.checks.filter(({ kind, state }) => kind === 'permission' && state === 'missing')

const mayRestart = ({ checks }: SetupReport, { kind, process }: SetupCheck): boolean =>
  kind === 'permission' && checks.some(({ name, ok }) => name === `agent_${process}` && ok)

export const permissions: Step = async ({ watch, service, announce, redrawFooter, goTo }) => {
  const inOwnWords = await wordsIn(document.documentElement.lang)
  const list = element('ul', { class: 'card checks' })
  const consequences = element('div', { class: 'consequences', hidden: true })
  const problem = element('p', { class: 'trouble', role: 'alert', hidden: true })
  const rows = new Map<string, { written: string; row: HTMLElement }>()

  const attempt = async (deed: () => Promise<unknown>) => {
    problem.hidden = true
    try {
      await deed()
    } catch (error) {
      problem.textContent = saying(error)
      problem.hidden = false
    }
  }
  const deeds: Required<CheckDeeds> = {
    openPane: ({ pane }) => attempt(async () => pane !== null && service.ask.open_pane({ pane })),
    reveal: () => attempt(() => service.ask.reveal_program()),
    restart: ({ process }) =>
      attempt(async () => {
        if (process === null) return
        announce(say('setup.restarting'))
        await service.ask.restart_process({ process })
        await watch.look()
      }),
  }

  /** A row with the same content is kept, with its unfolded steps and the focus. */
  function rowOf(report: SetupReport, check: SetupCheck): HTMLElement {
    const written = JSON.stringify(check)
    const known = rows.get(check.name)
    if (known?.written === written) return known.row
    const { restart, ...always } = deeds
    const shown = inOwnWords(check, report.mac.macos)
    const may = mayRestart(report, check) ? { ...always, restart } : always
    const row = checkRow({ check: shown, mac: report.mac, deeds: may })
    rows.set(check.name, { written, row })
    return row
  }

  function draw(report: SetupReport): void {
    const wanted = shownOf(report).map((check) => rowOf(report, check))
    for (const [place, row] of wanted.entries())
      if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null)
    while (list.children.length > wanted.length) list.lastElementChild?.remove()
    if (missing(report).length === 0) consequences.hidden = true
  }

  function spellOut(): void {
    const report = watch.current()
    const lost = missing(report).map((check) => inOwnWords(check, report.mac.macos))
    consequences.replaceChildren(
      element('p', {}, say('setup.missing_lead')),
      element('ul', {}, ...lost.map((check) => element('li', {}, `${titleOf(check)}: ${check.without ?? ''}`))),
      button(say('setup.go_on_without'), () => goTo('you')),
    )
    consequences.hidden = false
    consequences.querySelector('button')?.focus()
  }

  draw(watch.current())
  const end = watch.onChange((report, before) => {
    draw(report)
    redrawFooter()
    announce(changes(report, before).join('. '))
  })
  void watch.look()
  return {
    content: element(
      'div',
      {},
      heading('setup.permissions_title', 'setup.permissions_lead'),
      problem,
      list,
      consequences,
    ),
    mayGoOn: () => missing(watch.current()).length === 0,
    beside: () =>
      missing(watch.current()).length === 0
        ? []
        : [button(`${say('setup.go_on_without')} …`, spellOut, { kind: 'quiet' })],
    end,
  }
}

const changes = (report: SetupReport, before: SetupReport): string[] =>
  shownOf(report)
    .filter(({ name, state }) => before.checks.find((check) => check.name === name)?.state !== state)
    .map((check) => say('setup.announce', { check: titleOf(check), state: stateOf(check) }))
