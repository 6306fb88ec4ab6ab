/** Setup without script: sets a password for a person who has the token that the command prints. */
import { names } from '../../contract/names.ts'
import { html } from '../../domain/html.ts'
import { documentOf } from './document.ts'
import { formStylesheet, problemOf } from './login-page.ts'

const place = '<!--form-->'

/** Returns the built page of setup with the form for browsers without script inserted. */
export const setupPageIn = (built: string, token: string | undefined): string =>
  built.replace(
    place,
    () =>
      html`<main>
<h1>Setup</h1>
${token === undefined ? howToBegin : formWith(token)}
</main>`.html,
  )

export const setupPage = ({ token, problem }: { token: string | undefined; problem?: string }): string =>
  documentOf({
    title: 'Setup',
    stylesheet: formStylesheet,
    body: html`<body>
<main>
<h1>Setup</h1>
<p class="product">${names.product}</p>
${problem !== undefined && problemOf(problem)}
${token === undefined ? howToBegin : formWith(token)}
</main>
</body>`,
  })

const howToBegin = html`<p>No password is set. Every program on this Mac has access. Other computers don’t.</p>
<p>To set one, open the address that <code>${names.command} up</code> prints, or run <code>${names.command} setup</code>.</p>
<p><a class="button" href="/app/">Continue without</a></p>`

const formWith = (token: string) => html`<p>Choose a password. Browsers sign in with it. Programs need an API key.</p>
<form method="post" action="/setup">
<input type="hidden" name="token" value="${token}">
<input type="text" value="${names.command}" autocomplete="username" hidden>
<label for="password">Password, ten characters or more</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="10" maxlength="1024" required autofocus>
<button type="submit">Set password</button>
</form>
<p class="note"><a href="/app/">Not now</a></p>`
