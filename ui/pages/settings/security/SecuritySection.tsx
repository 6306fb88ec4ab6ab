/** The security settings: the password, API keys and browser sessions. */
import { t } from '../../../catalogue/texts.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { ApiKeys } from './ApiKeys.tsx'
import { Assistants } from './Assistants.tsx'
import { Browsers } from './Browsers.tsx'
import { Password } from './Password.tsx'

export default function SecuritySection() {
  return (
    <>
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
    </>
  )
}
