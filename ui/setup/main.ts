/** Starts the setup page. */
import '../theme/layers.css'
import '../theme/tokens.css'
import '../theme/base.css'
import './setup.css'
import { element } from './element.ts'
import { drawFrame } from './frame.ts'
import { openService, saying } from './service.ts'
import { speakOwnLanguage } from './texts.ts'
import { watchSetup } from './watch.ts'
import { startWizard } from './wizard.ts'

const root = document.getElementById('setup')
await speakOwnLanguage()
const service = openService()
if (root !== null)
  try {
    const first = await service.ask.setup_checks()
    const frame = drawFrame(root)
    const ask = () => service.ask.setup_checks()
    const watch = watchSetup({ first, ask, onAnswer: frame.setReachable })
    await startWizard({ frame, service, watch })
  } catch (error) {
    root.replaceChildren(element('p', { class: 'trouble', role: 'alert' }, saying(error)))
  }
