/** Starts the setup page. */
import '../theme/layers.css'
import '../theme/tokens.css'
import '../theme/base.css'
import './setup.css'
import { errorText } from '../api/error-text.ts'
import { kit } from '../catalogue/en/kit.ts'
import { reasons } from '../catalogue/en/reasons.ts'
import { setup } from '../catalogue/en/setup.ts'
import { speakOneOf } from '../catalogue/language.ts'
import { pollChecks } from './check-poll.ts'
import { element } from './element.ts'
import { drawFrame } from './frame.ts'
import { openService } from './service.ts'
import { startWizard } from './wizard.ts'

await speakOneOf({
  en: async () => ({ ...kit, ...reasons, ...setup }),
  async de() {
    const [{ errors }, { kit }, { reasons }, { setup }] = await Promise.all([
      import('../catalogue/de/errors.ts'),
      import('../catalogue/de/kit.ts'),
      import('../catalogue/de/reasons.ts'),
      import('../catalogue/de/setup.ts'),
    ])
    return { ...errors, ...kit, ...reasons, ...setup }
  },
})
const root = document.getElementById('setup')
const service = openService()
if (root !== null)
  try {
    const fetchReport = () => service.client.setup_checks()
    const first = await fetchReport()
    const frame = drawFrame(root)
    const checks = pollChecks({ first, fetchReport, onAnswer: frame.setReachable })
    await startWizard({ frame, service, checks })
  } catch (error) {
    root.replaceChildren(element('p', { class: 'trouble', role: 'alert' }, errorText(error)))
  }
