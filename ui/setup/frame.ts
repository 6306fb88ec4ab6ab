/** The frame around each step: the list of steps, the content, the buttons, and announcements to screen readers. */
import { type SetupStep, setupSteps } from '../../src/contract/setup-names.ts'
import { t } from '../catalogue/texts.ts'
import { element } from './element.ts'

export interface Frame {
  show(step: SetupStep, content: HTMLElement, footer: readonly HTMLElement[]): void
  /** Replaces the buttons and keeps the focus on the one in the same place. */
  setFooter(footer: readonly HTMLElement[]): void
  /** Announces a text to screen readers. */
  announce(text: string): void
  setReachable(isReachable: boolean): void
}

export function drawFrame(root: HTMLElement): Frame {
  const rail = element('ol', {})
  const main = element('main', {})
  const footer = element('footer', {})
  const spoken = element('p', { class: 'visually-hidden', role: 'status' })
  const trouble = element('p', { class: 'trouble', role: 'status', hidden: true }, t('setup.failed'))
  root.replaceChildren(
    element('nav', { class: 'rail', 'aria-label': t('setup.steps') }, rail),
    element('div', { class: 'sheet' }, trouble, main, footer),
    spoken,
  )
  return {
    show(step, content, buttons) {
      const isFirst = main.childElementCount === 0
      rail.replaceChildren(...setupSteps.map((each) => railEntry(each, step)))
      main.replaceChildren(content)
      footer.replaceChildren(...buttons)
      document.title = `${t(`setup.${step}`)} · ${t('setup.title')}`
      // On opening, the page starts at its top like any other, without moving the focus.
      if (!isFirst) main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    },
    setFooter(buttons) {
      const focused = [...footer.children].indexOf(document.activeElement ?? footer)
      footer.replaceChildren(...buttons)
      buttons[focused]?.focus()
    },
    announce(text) {
      spoken.textContent = text
    },
    setReachable(isReachable) {
      trouble.hidden = isReachable
    },
  }
}

function railEntry(step: SetupStep, current: SetupStep): HTMLElement {
  const [index, currentIndex] = [setupSteps.indexOf(step), setupSteps.indexOf(current)]
  const isPast = index < currentIndex
  return element(
    'li',
    { class: isPast ? 'past' : undefined },
    element(
      'a',
      { href: `#${step}`, 'aria-current': step === current ? 'step' : undefined },
      element('span', { class: 'number', 'aria-hidden': 'true' }, isPast ? '✓' : String(index + 1)),
      t(`setup.${step}`),
      isPast && element('span', { class: 'visually-hidden' }, ` (${t('setup.done_mark')})`),
    ),
  )
}
