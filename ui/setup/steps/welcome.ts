/** The welcome: what the service is, what it exposes, and how to try it with sample data. */
import { element } from '../element.ts'
import { copyable, heading } from '../frame.ts'
import type { Step } from '../step.ts'
import { say } from '../texts.ts'

export const welcome: Step = ({ watch, progress }) => {
  const { mac, progress: known } = watch.current()
  const content = element(
    'div',
    {},
    heading('setup.welcome_title', 'setup.welcome_lead', { mac: mac.name }),
    element(
      'section',
      { class: 'card notice' },
      element('h2', {}, say('setup.exposure_title')),
      element(
        'ul',
        {},
        ...(['setup.exposure_1', 'setup.exposure_2', 'setup.exposure_3'] as const).map((key) =>
          element('li', {}, say(key)),
        ),
      ),
    ),
    element(
      'section',
      { class: 'aside' },
      element('h2', {}, say('setup.sample_title')),
      element('p', {}, say('setup.sample_hint')),
      copyable('service demo'),
    ),
  )
  if (known.exposure_seen) return { content }
  return { content, next: { text: say('setup.exposure_agree'), press: () => progress({ exposure_seen: true }) } }
}
