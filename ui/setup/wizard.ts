/**
 * Leads through the steps; the address and the service both remember the current one, so that the back button and a
 * reload keep it.
 */
import { type SetupStep, setupSteps } from '../../src/contract/setup-names.ts'
import { button, type Frame } from './frame.ts'
import type { Service } from './service.ts'
import type { Around, ShownStep } from './step.ts'
import { steps } from './steps/all.ts'
import { say } from './texts.ts'
import type { Watch } from './watch.ts'

interface Parts {
  frame: Frame
  service: Service
  watch: Watch
}

const stepIn = (hash: string): SetupStep | undefined => setupSteps.find((step) => `#${step}` === hash)

export async function startWizard({ frame, service, watch }: Parts): Promise<void> {
  let shown: ShownStep | undefined
  let current: SetupStep = 'welcome'

  const around: Around = {
    service,
    watch,
    announce: frame.announce,
    redrawFooter,
    goTo(step) {
      location.hash = step
    },
    async progress(change) {
      await service.ask.setup_progress(change).catch(() => undefined)
    },
    async finish() {
      await service.ask.setup_progress({ finished: true })
      location.assign('/app/')
    },
  }

  function footer(): HTMLElement[] {
    const place = setupSteps.indexOf(current)
    const [before, after] = [setupSteps[place - 1], setupSteps[place + 1]]
    const { text = say('setup.next'), press } = shown?.next ?? {}
    const goOn = async () => {
      await press?.()
      if (after !== undefined) around.goTo(after)
    }
    const disabled = shown?.mayGoOn?.() === false
    return [
      ...(before === undefined ? [] : [button(say('setup.back'), () => around.goTo(before), { kind: 'quiet' })]),
      ...(shown?.beside?.() ?? []),
      button(text, () => void goOn(), { kind: 'primary', disabled }),
    ]
  }

  function redrawFooter(): void {
    const buttons = document.querySelector('.sheet > footer')
    const focused = document.activeElement
    const at = buttons === null || focused === null ? -1 : [...buttons.children].indexOf(focused)
    const made = footer()
    buttons?.replaceChildren(...made)
    if (at >= 0) made[at]?.focus()
  }

  async function show(step: SetupStep): Promise<void> {
    shown?.end?.()
    current = step
    shown = await steps[step](around)
    frame.show(step, shown.content, footer())
    if (watch.current().progress.step !== step) await around.progress({ step })
  }

  addEventListener('hashchange', () => void show(stepIn(location.hash) ?? current))
  const first = stepIn(location.hash) ?? watch.current().progress.step
  // The token in the address has been used and need not stay in the history.
  history.replaceState(null, '', `/setup#${first}`)
  await show(first)
}
