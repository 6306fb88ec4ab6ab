/**
 * Runs while the page itself is still being loaded: begins to load the texts and the parts that the address asks for, so
 * that the first paint does not wait for one after the other.
 */
import { loadFirstTexts, loadPageTexts, loadRelayTexts } from './catalogue/page-texts.ts'
import { base } from './routes.ts'
import { type ModuleName, modules, shownAt } from './shell/modules.ts'

const shown = shownAt(location.pathname.slice(base.length))
// A failure is told where the part is to be shown; that loads it again.
const ignore = () => undefined
for (const name of shown) void modules[name]().catch(ignore)
void textsFor(shown)().catch(ignore)

/** Those with which `shell/parts.ts` loads the same parts. */
function textsFor(shown: readonly ModuleName[]): () => Promise<void> {
  if (shown.includes('relay') || shown.includes('deliveries')) return loadRelayTexts
  return shown.includes('administration') ? loadPageTexts : loadFirstTexts
}
