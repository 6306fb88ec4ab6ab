/** The last step: what is still missing, and the links to the page. */
import { t } from '../../catalogue/texts.ts'
import { titleOf } from '../check-row.ts'
import { checkWords, type ShownCheck } from '../check-words.ts'
import { card, heading, section } from '../controls.ts'
import { element } from '../element.ts'
import type { Step } from '../step.ts'

export const done: Step = async ({ checks, finish }) => {
  await checks.poll()
  const inWords = await checkWords()
  const report = checks.current()
  const missing = report.checks.filter(({ ok }) => !ok).map((check) => inWords(check, report.mac.macos))
  const link = (href: string, text: string) => element('li', {}, element('a', { href }, text))
  return {
    content: element(
      'div',
      {},
      heading(t(missing.length === 0 ? 'setup.done_title' : 'setup.done_title_left'), t('setup.done_lead')),
      section(
        t('setup.done_left'),
        missing.length === 0
          ? card('div', {}, element('p', {}, t('setup.done_nothing_left')))
          : card('ul', {}, ...missing.map(missingRow)),
      ),
      section(
        t('setup.done_links'),
        element('ul', {}, link('/app/health', t('setup.done_health')), link('/api/docs', t('setup.done_api'))),
      ),
    ),
    next: { text: t('setup.finish'), press: finish },
  }
}

/** Permissions and launch agents are described by their consequence, other checks by their finding. */
function missingRow(check: ShownCheck): HTMLElement {
  if (check.without === null) return element('li', { lang: check.found.lang }, check.found.text)
  return element('li', {}, element('strong', {}, titleOf(check)), ` – ${check.without}`)
}
