/** The welcome: what the service is, what it gives access to, and how to try it with sample data. */
import { t } from '../../catalogue/texts.ts'
import { copyable, heading, section } from '../controls.ts'
import { element } from '../element.ts'
import type { Step } from '../step.ts'

export const welcome: Step = ({ checks, saveProgress }) => {
  const { mac, progress } = checks.current()
  const exposures = ['setup.exposure_1', 'setup.exposure_2', 'setup.exposure_3'] as const
  const content = element(
    'div',
    {},
    heading(t('setup.welcome_title'), t('setup.welcome_lead', { mac: mac.name })),
    element(
      'section',
      { class: 'notice' },
      element('h2', {}, t('setup.exposure_title')),
      element('ul', {}, ...exposures.map((key) => element('li', {}, t(key)))),
    ),
    section(t('setup.sample_title'), element('p', {}, t('setup.sample_hint')), copyable('service demo')),
  )
  if (progress.exposure_seen) return { content }
  return { content, next: { text: t('setup.exposure_agree'), press: () => saveProgress({ exposure_seen: true }) } }
}
