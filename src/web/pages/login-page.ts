/** The page that asks for the password and names the Mac. It works without script. */
import type { FastifyRequest } from 'fastify'
import { names } from '../../contract/names.ts'
import { type Html, html } from '../../domain/html.ts'
import type { ServiceError } from '../../domain/service-error.ts'
import { macName } from '../../mac/this-mac.ts'
import { documentOf } from './document.ts'
import { loginWords } from './login-words.ts'
import { ownPath } from './own-path.ts'

export const formStylesheet = '/login/form.css'
const formScript = '/login/form.js'

interface LoginPageOptions {
  request: Pick<FastifyRequest, 'headers'>
  next: string | undefined
  /** The session has expired, or this error occurred. */
  problem?: ServiceError | 'again' | undefined
}

type Words = ReturnType<typeof loginWords>

export function loginPage({ request, next, problem }: LoginPageOptions): string {
  const words = loginWords(request.headers['accept-language'])
  const described = problem === undefined ? 'caps' : 'problem caps'
  return documentOf({
    language: words.language,
    title: words.title,
    stylesheet: formStylesheet,
    script: formScript,
    body: html`<body>
<main>
${logo}
<h1>${words.title}</h1>
<p class="product">${withName(words.of)}</p>
${problem !== undefined && problemText(problem, words)}
<form method="post" action="/login">
<input type="hidden" name="next" value="${ownPath(next)}">
<input type="text" value="${names.command}" autocomplete="username" hidden>
<label for="password">${words.password}</label>
<div class="secret">
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" dir="ltr" spellcheck="false" autocapitalize="off" aria-describedby="${described}" required autofocus>
<button type="button" id="show" class="show" hidden aria-pressed="false" aria-label="${words.show}" data-shown="${words.hide}">${eye}</button>
</div>
<p id="caps" class="caps" hidden role="status">${words.capsLock}</p>
<button type="submit">${words.submit}</button>
</form>
<p class="note">${words.forgotten} <code>${names.command} password set</code></p>
</main>
</body>`,
  })
}

const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7.5" fill="#0a66d6"/><path fill="#fff" d="M16 7.2c5.3 0 9.6 3.5 9.6 7.9S21.3 23 16 23c-1 0-2-.1-2.9-.4-1.2 1-2.9 1.7-4.7 1.9-.4 0-.6-.4-.3-.7.8-.9 1.2-1.9 1.3-2.9-1.9-1.4-3-3.5-3-5.8 0-4.4 4.3-7.9 9.6-7.9z"/></svg>`

const eye = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/></svg>`

function withName(text: string): Html {
  const [before, after] = text.split('{mac}')
  return html`${before}<bdi>${macName()}</bdi>${after}`
}

/** Returns text for a person, to whom a remedy that names API keys means nothing. */
function problemText(problem: ServiceError | 'again', words: Words): Html {
  if (problem === 'again') return problemOf(words.again)
  const { code, details } = problem
  if (code === 'unauthenticated') return problemOf(words.wrong)
  if (code !== 'rate_limited') return problemOf(problem.messageFor('page'))
  const seconds = Math.ceil(Number(details.retry_after_s ?? 1))
  return html`<p id="problem" class="problem" role="alert" data-seconds="${seconds}" data-wait="${words.wait}" data-over="${words.over}">${words.wait.replace('{seconds}', String(seconds))}</p>`
}

export const problemOf = (problem: string): Html => html`<p id="problem" class="problem" role="alert">${problem}</p>`
