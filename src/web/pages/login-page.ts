/** Asks for the password; works without script. */
import { names } from '../../contract/names.ts'
import { documentOf } from './document.ts'
import { html } from './html.ts'
import { ownPath } from './own-path.ts'

export const formStylesheet = '/login/form.css'

export const loginPage = ({ next, problem }: { next?: string; problem?: string }): string =>
  documentOf({
    title: 'Sign in',
    stylesheet: formStylesheet,
    body: html`<body>
<main>
<h1>Sign in</h1>
<p class="product">${names.product}</p>
${problemOf(problem)}
<form method="post" action="/login">
<input type="hidden" name="next" value="${ownPath(next)}">
<input type="text" value="${names.command}" autocomplete="username" hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required autofocus>
<button type="submit">Sign in</button>
</form>
<p class="note">Forgotten? On the Mac that runs this: <code>${names.command} password set</code></p>
</main>
</body>`,
  })

export const problemOf = (problem: string | undefined) =>
  problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`
