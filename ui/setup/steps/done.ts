/** The last step: what is still missing, and the links to the page. */
import { titleOf } from '../check-row.ts'
import { element } from '../element.ts'
import { heading } from '../frame.ts'
import { type ShownCheck, wordsIn } from '../own-words.ts'
import type { Step } from '../step.ts'
import { say } from '../texts.ts'

export const done: Step = async ({ watch, finish }) => {
  await watch.look()
  const inOwnWords = await wordsIn(document.documentElement.lang)
  const { checks, mac } = watch.current()
  const left = checks.filter(({ ok }) => !ok).map((check) => inOwnWords(check, mac.macos))
  return {
    content: element(
      'div',
      {},
      heading(left.length === 0 ? 'setup.done_title' : 'setup.done_title_left', 'setup.done_lead'),
      element('h2', {}, say('setup.done_left')),
      left.length === 0
        ? element('p', { class: 'card well' }, say('setup.done_nothing_left'))
        : element('ul', { class: 'card left' }, ...left.map(leftover)),
      element('h2', {}, say('setup.done_links')),
      element(
        'ul',
        { class: 'links' },
        element('li', {}, element('a', { href: '/app/health' }, say('setup.done_health'))),
        element('li', {}, element('a', { href: '/api/docs' }, say('setup.done_api'))),
      ),
    ),
    next: { text: say('setup.finish'), press: finish },
  }
}

/** Permissions and launch agents are described by their consequence, other checks by their finding. */
function leftover(check: ShownCheck): HTMLElement {
  if (check.without === null) return element('li', { lang: check.says.lang }, check.says.text)
  return element('li', {}, element('strong', {}, titleOf(check)), ` – ${check.without}`)
}
