/** The security settings: the password, API keys and browser sessions. */
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { Together } from '../../../kit/Together.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { Assistants } from './Assistants.tsx'
import { Browsers } from './Browsers.tsx'
import { Password } from './Password.tsx'

const first = [
  asking('page_session'),
  asking('setup_checks'),
  asking('get_settings'),
  asking('list_keys'),
  asking('list_sessions'),
]

export default function SecuritySection() {
  return (
    <Together of={first}>
      <Section title={t('settings.security')} hint={t('security.lead')}>
        <Password />
      </Section>
      <Section title={t('security.keys')} hint={t('security.keys_hint')}>
        <ApiKeys />
      </Section>
      <Section title={t('security.assistants')} hint={t('security.assistants_hint')}>
        <Assistants />
      </Section>
      <Section title={t('security.browsers')} hint={t('security.browsers_hint')}>
        <Browsers />
      </Section>
    </Together>
  )
}
