/**
 * Leads through the steps; the address and the service both remember the current one, so that the back button and a
 * reload keep it.
 */
import { laterStep, type SetupStep, setupSteps } from '../../src/contract/setup-names.ts'
import { openSteps } from '../../src/domain/setup/open-steps.ts'
import { t } from '../catalogue/texts.ts'
import type { CheckPoll } from './check-poll.ts'
import { button } from './controls.ts'
import type { Frame, Rail } from './frame.ts'
import type { Service } from './service.ts'
import type { ShownStep, Step, StepContext } from './step.ts'
import { delivery } from './steps/delivery.ts'
import { destination } from './steps/destination.ts'
import { permissions } from './steps/permissions.ts'
import { relayed } from './steps/relayed.ts'
import { security } from './steps/security.ts'
import { welcome } from './steps/welcome.ts'

const steps: Record<SetupStep, Step> = { welcome, permissions, relayed, destination, security, delivery }

interface WizardDeps {
  frame: Frame
  service: Service
  checks: CheckPoll
}

const stepIn = (hash: string): SetupStep | undefined => setupSteps.find((step) => `#${step}` === hash)

export async function startWizard({ frame, service, checks }: WizardDeps): Promise<void> {
  const { progress } = checks.current()
  const first = stepIn(location.hash) ?? progress.step
  let shown: ShownStep | undefined
  let current = first
  let furthest = progress.finished ? (setupSteps.at(-1) ?? first) : laterStep(progress.furthest, first)

  const context: StepContext = {
    service,
    checks,
    announce: frame.announce,
    goTo(step) {
      location.hash = step
    },
    async saveProgress(change) {
      await service.client.setup_progress(change).catch(() => undefined)
    },
    async finish() {
      await service.client.setup_progress({ finished: true })
      location.assign('/app/relay')
    },
  }

  const open = () => openSteps(checks.current().checks)
  const rail = (): Rail => ({ current, furthest, open: open() })

  function footer(): HTMLElement[] {
    const index = setupSteps.indexOf(current)
    const [before, after] = [setupSteps[index - 1], setupSteps[index + 1]]
    const isOpen = (open() as readonly SetupStep[]).includes(current)
    const { text = t(isOpen ? 'setup.later' : 'setup.next'), press } = shown?.next ?? {}
    const goOn = async () => {
      await press?.()
      if (after !== undefined) context.goTo(after)
    }
    return [
      ...(before === undefined ? [] : [button(t('setup.back'), () => context.goTo(before), { kind: 'quiet' })]),
      shown?.insteadOfNext?.() ?? button(text, () => void goOn(), { kind: isOpen ? 'plain' : 'primary' }),
    ]
  }

  /** Counts the steps that were asked for, since only the last of them is shown. */
  let asked = 0
  async function show(step: SetupStep): Promise<void> {
    asked += 1
    const mine = asked
    shown?.end?.()
    shown = undefined
    current = step
    furthest = laterStep(furthest, step)
    const made = await steps[step](context)
    if (mine !== asked) return made.end?.()
    shown = made
    frame.show(rail(), made.content, footer())
    if (checks.current().progress.step !== step) await context.saveProgress({ step })
  }

  checks.onChange(() => {
    if (shown !== undefined) frame.redraw(rail(), footer())
  })
  addEventListener('hashchange', () => void show(stepIn(location.hash) ?? current))
  // The token in the address has been used and need not stay in the history.
  history.replaceState(null, '', `/setup#${first}`)
  await show(first)
}
