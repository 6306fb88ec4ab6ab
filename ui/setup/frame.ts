/** The frame around each step: the list of steps, the content, the buttons, and announcements to screen readers. */
import { type SetupStep, setupSteps } from '../../src/contract/setup-names.ts'
import { t } from '../catalogue/texts.ts'
import { element } from './element.ts'

export interface Rail {
  current: SetupStep
  /** Further steps cannot be chosen. */
  furthest: SetupStep
  /** The steps that leave something open. */
  open: readonly SetupStep[]
}

export interface Frame {
  show(rail: Rail, content: HTMLElement, footer: readonly HTMLElement[]): void
  /** Draws the list of steps and the buttons anew, and keeps the focus on the button in the same place. */
  redraw(rail: Rail, footer: readonly HTMLElement[]): void
  /** Announces a text to screen readers. */
  announce(text: string): void
  setReachable(isReachable: boolean): void
}

export function drawFrame(root: HTMLElement): Frame {
  const list = element('ol', {})
  const main = element('main', {})
  const footer = element('footer', {})
  const spoken = element('p', { class: 'visually-hidden', role: 'status' })
  const trouble = element('p', { class: 'trouble', role: 'status', hidden: true }, t('setup.failed'))
  root.replaceChildren(
    element('nav', { class: 'rail', 'aria-label': t('setup.steps') }, list),
    element('div', { class: 'sheet' }, trouble, main, footer),
    spoken,
  )
  /** The content as drawn last: an equal one is not drawn again, so that the focus stays. */
  let drawn = ''
  function drawRail(rail: Rail): void {
    const wanted = JSON.stringify(rail)
    if (wanted === drawn) return
    drawn = wanted
    const focused = [...list.children].findIndex((entry) => entry.contains(document.activeElement))
    list.replaceChildren(...setupSteps.map((step) => railEntry(step, rail)))
    list.children[focused]?.querySelector('a')?.focus()
  }
  return {
    show(rail, content, buttons) {
      const isFirst = main.childElementCount === 0
      drawRail(rail)
      main.replaceChildren(content)
      footer.replaceChildren(...buttons)
      document.title = `${t(`setup.${rail.current}`)} · ${t('setup.title')}`
      // On opening, the page starts at its top like any other, without moving the focus.
      if (!isFirst) main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    },
    redraw(rail, buttons) {
      drawRail(rail)
      // A button that is replaced while it is pressed is not clicked.
      if (htmlOf(buttons) === htmlOf([...footer.children])) return
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

const htmlOf = (elements: readonly Element[]): string => elements.map((each) => each.outerHTML).join('')

function railEntry(step: SetupStep, { current, furthest, open }: Rail): HTMLElement {
  const index = setupSteps.indexOf(step)
  const isDone = index < setupSteps.indexOf(furthest) && step !== current && !open.includes(step)
  const content = [
    element('span', { class: 'number', 'aria-hidden': 'true' }, isDone ? '✓' : String(index + 1)),
    element('span', { class: 'name' }, t(`setup.${step}`)),
    isDone && element('span', { class: 'visually-hidden' }, ` (${t('setup.done_mark')})`),
  ]
  return element(
    'li',
    { class: isDone ? 'past' : undefined },
    index > setupSteps.indexOf(furthest)
      ? element('span', { class: 'entry' }, ...content)
      : element(
          'a',
          { class: 'entry', href: `#${step}`, 'aria-current': step === current ? 'step' : undefined },
          ...content,
        ),
  )
}
