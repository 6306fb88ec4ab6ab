/** The frame around each step: the list of steps, the heading, the buttons, and announcements to screen readers. */
import { type SetupStep, setupSteps } from '../../src/contract/setup-names.ts'
import { toClipboard } from '../kit/clipboard.ts'
import { element } from './element.ts'
import { type SetupText, say } from './texts.ts'

export interface Frame {
  show(step: SetupStep, content: HTMLElement, footer: readonly HTMLElement[]): void
  /** Announces a text to screen readers. */
  announce(text: string): void
  setReachable(isReachable: boolean): void
}

export function drawFrame(root: HTMLElement): Frame {
  const rail = element('ol', {})
  const main = element('main', {})
  const footer = element('footer', {})
  const spoken = element('p', { class: 'visually-hidden', role: 'status' })
  const trouble = element('p', { class: 'trouble', role: 'status', hidden: true }, say('setup.failed'))
  root.replaceChildren(
    element('nav', { class: 'rail', 'aria-label': say('setup.steps') }, rail),
    element('div', { class: 'sheet' }, trouble, main, footer),
    spoken,
  )
  return {
    show(step, content, buttons) {
      const isFirst = main.childElementCount === 0
      rail.replaceChildren(...setupSteps.map((each) => railEntry(each, step)))
      main.replaceChildren(content)
      footer.replaceChildren(...buttons)
      document.title = `${say(`setup.${step}`)} · ${say('setup.title')}`
      // On opening, the page starts at its top like any other, without moving the focus.
      if (!isFirst) main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
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
  const [place, here] = [setupSteps.indexOf(step), setupSteps.indexOf(current)]
  return element(
    'li',
    { class: place < here ? 'past' : undefined },
    element(
      'a',
      { href: `#${step}`, 'aria-current': step === current ? 'step' : undefined },
      element('span', { class: 'number', 'aria-hidden': 'true' }, place < here ? '✓' : String(place + 1)),
      say(`setup.${step}`),
      place < here && element('span', { class: 'visually-hidden' }, ` (${say('setup.done_mark')})`),
    ),
  )
}

export const heading = (title: SetupText, lead: SetupText, values: Record<string, string> = {}): HTMLElement =>
  element('header', {}, element('h1', { tabindex: -1 }, say(title)), element('p', { class: 'lead' }, say(lead, values)))

export const button = (
  text: string,
  onclick: (event: Event) => void,
  { kind = 'plain', disabled = false }: { kind?: 'primary' | 'plain' | 'quiet'; disabled?: boolean } = {},
): HTMLButtonElement => element('button', { type: 'button', class: `button ${kind}`, disabled, onclick }, text)

/** A path or command with a copy button. */
export function copyable(text: string): HTMLElement {
  const copy = button(say('setup.copy'), () => {
    void toClipboard(text).then(() => {
      copy.textContent = say('setup.copied')
    })
  })
  return element('span', { class: 'copyable' }, element('code', { dir: 'ltr' }, text), copy)
}
