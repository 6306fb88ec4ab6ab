/** Builds the page that says why a program cannot be let in. It works without script. */
import { html } from '../../domain/html.ts'
import type { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { documentOf } from '../pages/document.ts'
import { formStylesheet } from '../pages/login-page.ts'
import { refusalWords } from './refusal-words.ts'

interface RefusalPage {
  accepted: string | undefined
  /** The error; undefined while no password is set. */
  error: Pick<OAuthError, 'code' | 'message'> | undefined
  /** The place to which the person may return. */
  back?: { name: string; url: string }
}

export function refusalPage({ accepted, error, back }: RefusalPage): string {
  const words = refusalWords(accepted)
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
