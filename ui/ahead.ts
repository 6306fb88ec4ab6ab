/**
 * Runs while the page itself is still being loaded: begins to load the texts and the parts that the address asks for, and
 * asks for what they show, so that the first paint does not wait for one after the other.
 */
import { endpointTable } from 'virtual:endpoint-table'
import { httpRequestOf } from '../src/client/request.ts'
import { asKeyHeader } from '../src/contract/as-key.ts'
import { surfaceHeader } from '../src/contract/surfaces.ts'
import { askAhead } from './api/asked-ahead.ts'
import { loadFirstTexts, loadPageTexts, loadRelayTexts } from './catalogue/page-texts.ts'
import { base, viewedKey } from './routes.ts'
import { firstQuestions } from './shell/first-questions.ts'
import { type ModuleName, modules, shownAt } from './shell/modules.ts'

const path = location.pathname.slice(base.length)
for (const [name, input] of firstQuestions(path, location.search))
  askAhead(httpRequestOf(endpointTable[name], input).path, {
    [surfaceHeader]: 'page',
    ...(viewedKey !== undefined && { [asKeyHeader]: viewedKey }),
  })

const shown = shownAt(path)
// A failure is told where the part is to be shown; that loads it again.
const ignore = () => undefined
for (const name of shown) void modules[name]().catch(ignore)
void textsFor(shown)().catch(ignore)
// A browser reads its calendars when it writes its first time; now it has nothing else to do.
setTimeout(() => new Intl.DateTimeFormat(navigator.languages[0], { timeStyle: 'short' }).format())

/** Returns the loader of the texts with which `shell/parts.ts` loads the same parts. */
function textsFor(shown: readonly ModuleName[]): () => Promise<void> {
  if (shown.includes('relay') || shown.includes('deliveries')) return loadRelayTexts
  return shown.includes('administration') ? loadPageTexts : loadFirstTexts
}
