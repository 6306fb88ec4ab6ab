/**
 * Responds to failures of what a person opens in a browser: with a page that explains it, or a redirect to the login.
 */
import type { FastifyRequest } from 'fastify'
import { html } from '../../domain/html.ts'
import { hasCode } from '../../domain/service-error.ts'
import type { ErrorResponse } from '../failure.ts'
import { isForm } from '../request/bodies.ts'
import { documentOf } from './document.ts'
import { formStylesheet } from './login-page.ts'

/** A page, or a form that was sent without script; never the API. */
export function isForPeople(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config
  if (endpoint?.form === true) return isForm(request)
  return !request.url.startsWith('/api') && endpoint?.returns.as === 'page'
}

/** Returns the login address that leads back here; undefined where signing in would not help. */
export const leadsToLogin = (error: unknown, request: FastifyRequest): string | undefined =>
  hasCode(error, 'unauthenticated') && request.method !== 'POST' && isForPeople(request) && !isPartOfPage(request)
    ? `/login?next=${encodeURIComponent(request.url)}`
    : undefined

const parts = ['script', 'style', 'image', 'font', 'manifest', 'serviceworker', 'worker']

/** Whether the page itself loads it: nobody can sign in there. */
const isPartOfPage = ({ headers }: FastifyRequest): boolean => parts.includes(String(headers['sec-fetch-dest']))

export const asHtml = ({ message, details }: ErrorResponse['body']['error']): string =>
  documentOf({
    title: 'Not possible',
    stylesheet: formStylesheet,
    body: html`<body>
<main>
<h1>Not possible</h1>
<p>${message}</p>
${details !== undefined && html`<p class="note"><code>${JSON.stringify(details)}</code></p>`}
<p><a class="button" href="/app/">Go on</a></p>
</main>
</body>`,
  })
