/** Failures of what a person opens in a browser: a page that says so, or the way to the login. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { hasCode } from '../../domain/service-error.ts'
import { documentOf } from './document.ts'
import { html } from './html.ts'
import { formStylesheet } from './login-page.ts'

/** Where to sign in first; undefined where that would not help, and for the API, which never redirects. */
export function leadsToLogin(error: unknown, { url }: FastifyRequest, endpoint: Endpoint | undefined) {
  if (!hasCode(error, 'unauthenticated') || endpoint?.returns.as !== 'page' || url.startsWith('/api')) return undefined
  return `/login?next=${encodeURIComponent(url)}`
}

export const asHtml = ({ message }: { message: string }): string =>
  documentOf({
    title: 'Not possible',
    stylesheet: formStylesheet,
    body: html`<body>
<main>
<h1>Not possible</h1>
<p>${message}</p>
<p><a class="button" href="/app/">Go on</a></p>
</main>
</body>`,
  })
