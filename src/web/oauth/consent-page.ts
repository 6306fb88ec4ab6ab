/** The page on which the signed-in owner lets a program in, and chooses what it may. It works without script. */
import type { Grant } from '../../contract/grant.ts'
import type { Scope } from '../../contract/scopes.ts'
import { completeGrant } from '../../domain/grant/complete.ts'
import { type Html, html } from '../../domain/html.ts'
import type { AuthorizationRequest, Parameters } from '../../domain/oauth/authorization-request.ts'
import type { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { redirectTarget } from '../../domain/oauth/redirect-uri.ts'
import { macName } from '../../mac/this-mac.ts'
import { documentOf } from '../pages/document.ts'
import { formStylesheet } from '../pages/login-page.ts'
import { consentWords } from './consent-words.ts'
import { authorizePath } from './oauth-paths.ts'

const lives = [7, 30, 90, 365] as const
const usualLife = 90
const periods = [7, 30, 90, 365] as const

/** What a program asks with; the form sends it back, and it is checked again. */
const repeated = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'code_challenge', 'code_challenge_method'],
  ...['response_mode', 'scope', 'resource'],
]

/** As a grant takes them (`contract/grant.ts`). */
const longestEntry = 512
const mostEntries = 1_000

interface ConsentPage {
  request: AuthorizationRequest
  given: Parameters
  csrfToken: string
  accepted: string | undefined
}

export function consentPage({ request, given, csrfToken, accepted }: ConsentPage): string {
  const words = consentWords(accepted)
  const title = words.title.replace('{name}', () => request.clientName)
  const { host, isThisMachine } = redirectTarget(request.redirectUri)
  const hidden = repeated.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]))
  return documentOf({
    language: words.language,
    title,
    stylesheet: formStylesheet,
    body: html`<body>
<main class="consent">
<h1>${title}</h1>
<p class="product">${words.of.replace('{mac}', () => macName())}</p>
<p>${words.leadsTo} <strong><bdi>${host}</bdi></strong>${isThisMachine && html`, ${words.thisMachine}`}.</p>
<p class="note">${words.warning}</p>
<form method="post" action="${authorizePath}">
<input type="hidden" name="csrf_token" value="${csrfToken}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset>
<legend>${words.may}</legend>
<label class="choice"><input type="checkbox" checked disabled> ${words.read}</label>
${
  request.wantsToSend &&
  html`<label class="choice"><input type="checkbox" name="send" value="on"> ${words.send}</label>
<label class="choice within"><input type="checkbox" name="ask" value="on" checked> ${words.ask}</label>`
}
</fieldset>
${limitFields(words)}
<label for="days">${words.expires}</label>
<select id="days" name="days">${lives.map((days) => option(days, words.days.replace('{days}', String(days)), days === usualLife))}</select>
<button type="submit" name="decision" value="allow">${words.allow}</button>
<button type="submit" name="decision" value="refuse" class="second">${words.refuse}</button>
</form>
<p class="note">${words.revocable}</p>
</main>
</body>`,
  })
}

function limitFields(words: ReturnType<typeof consentWords>): Html {
  return html`<fieldset>
<legend>${words.limits}</legend>
<label for="people">${words.people}</label>
<textarea id="people" name="people" rows="2" maxlength="4000" dir="ltr" spellcheck="false" aria-describedby="listed"></textarea>
<p class="hint" id="listed">${words.listed}</p>
<label for="since">${words.since}</label>
<select id="since" name="since">${option('', words.everything, true)}${periods.map((days) => option(days, words.lastDays.replace('{days}', String(days)), false))}</select>
<label class="choice"><input type="checkbox" name="codes" value="hide" checked> ${words.codes}</label>
</fieldset>`
}

const option = (value: string | number, text: string, isChosen: boolean): Html =>
  isChosen ? html`<option value="${value}" selected>${text}</option>` : html`<option value="${value}">${text}</option>`

interface Choice {
  scopes: readonly Scope[]
  days: number
  grant: Grant | null
}

/** What the owner chose. A value that the form does not offer counts as the narrowest one. */
export function choiceOf(form: Parameters, { wantsToSend }: AuthorizationRequest): Choice {
  const sends = wantsToSend && form.send === 'on'
  const days = lives.find((each) => String(each) === form.days) ?? lives[0]
  return { scopes: sends ? ['read', 'write'] : ['read'], days, grant: grantOf(form, sends) }
}

function grantOf(form: Parameters, sends: boolean): Grant | null {
  const { people = '', since = '' } = form
  return completeGrant({
    people: people.trim() === '' ? 'all' : { only: entriesIn(people) },
    since: since === '' ? null : { days: periods.find((each) => String(each) === since) ?? periods[0] },
    one_time_codes: form.codes === 'hide' ? 'hide' : 'show',
    sends: sends && form.ask === 'on' ? { mode: 'ask' } : {},
  })
}

/** What is longer than any address is left out, like what goes beyond the longest list. */
function entriesIn(written: string): string[] {
  const lines = written.split(/[\n,;]/).map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== '' && line.length <= longestEntry))].slice(0, mostEntries)
}

interface RefusalPage {
  accepted: string | undefined
  /** What was wrong; undefined while no password is set. */
  error: Pick<OAuthError, 'code' | 'message'> | undefined
  /** Where the person may go back to. */
  back?: { name: string; url: string }
}

export function refusalPage({ accepted, error, back }: RefusalPage): string {
  const words = consentWords(accepted)
  const reason = error && (words.reasons[error.code] ?? html`<span lang="en">${error.message}</span>`)
  return documentOf({
    language: words.language,
    title: words.notPossible,
    stylesheet: formStylesheet,
    body: html`<body>
<main class="consent">
<h1>${words.notPossible}</h1>
<p>${reason === undefined ? words.open : html`${reason} ${words.again}`}</p>
${back !== undefined && html`<p><a class="button" href="${back.url}" rel="noreferrer">${words.back.replace('{name}', () => back.name)}</a></p>`}
</main>
</body>`,
  })
}
