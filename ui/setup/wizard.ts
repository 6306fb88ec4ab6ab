/**
 * Leads through the steps; the address and the service both remember the current one, so that the back button and a
 * reload keep it.
 */
import { type SetupStep, setupSteps } from '../../src/contract/setup-names.ts'
import { t } from '../catalogue/texts.ts'
import type { CheckPoll } from './check-poll.ts'
import { button } from './controls.ts'
import type { Frame } from './frame.ts'
import type { Service } from './service.ts'
import type { ShownStep, Step, StepContext } from './step.ts'
import { done } from './steps/done.ts'
import { permissions } from './steps/permissions.ts'
import { relayed } from './steps/relayed.ts'
import { security } from './steps/security.ts'
import { test } from './steps/test.ts'
import { welcome } from './steps/welcome.ts'
import { you } from './steps/you.ts'

const steps: Record<SetupStep, Step> = { welcome, permissions, you, relayed, security, test, done }

interface WizardDeps {
  frame: Frame
  service: Service
  checks: CheckPoll
}

const stepIn = (hash: string): SetupStep | undefined => setupSteps.find((step) => `#${step}` === hash)

export async function startWizard({ frame, service, checks }: WizardDeps): Promise<void> {
  let shown: ShownStep | undefined
  let current: SetupStep = 'welcome'

  const context: StepContext = {
    service,
    checks,
    announce: frame.announce,
    redrawFooter: () => frame.setFooter(footer()),
    goTo(step) {
      location.hash = step
    },
    async saveProgress(change) {
      await service.client.setup_progress(change).catch(() => undefined)
    },
    async finish() {
      await service.client.setup_progress({ finished: true })
      location.assign('/app/')
    },
  }

  function footer(): HTMLElement[] {
    const index = setupSteps.indexOf(current)
    const [before, after] = [setupSteps[index - 1], setupSteps[index + 1]]
    const { text = t('setup.next'), press } = shown?.next ?? {}
    const goOn = async () => {
      await press?.()
      if (after !== undefined) context.goTo(after)
    }
    const disabled = shown?.mayGoOn?.() === false
    return [
      ...(before === undefined ? [] : [button(t('setup.back'), () => context.goTo(before), { kind: 'quiet' })]),
      ...(shown?.otherButtons?.() ?? []),
      button(text, () => void goOn(), { kind: 'primary', disabled }),
    ]
  }

  async function show(step: SetupStep): Promise<void> {
    shown?.end?.()
    current = step
    shown = await steps[step](context)
    frame.show(step, shown.content, footer())
    if (checks.current().progress.step !== step) await context.saveProgress({ step })
  }

  addEventListener('hashchange', () => void show(stepIn(location.hash) ?? current))
  const first = stepIn(location.hash) ?? checks.current().progress.step
  // The token in the address has been used and need not stay in the history.
  history.replaceState(null, '', `/setup#${first}`)
  await show(first)
}
