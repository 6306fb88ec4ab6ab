/** The plain page: its frame, which the script fills with conversations, messages and what is found. */
import { names } from '../../contract/names.ts'
import { documentOf } from './document.ts'
import { html } from './html.ts'

/** What it loads, below /app/. */
export const plainFiles = [
  'plain.css',
  'plain.js',
  'api.js',
  'elements.js',
  'list.js',
  'thread.js',
  'found.js',
  'plugins.js',
]

export const plainPage = (): string =>
  documentOf({
    title: 'Messages',
    stylesheet: '/app/plain.css',
    script: '/app/plain.js',
    body: html`<body>
<header>
<h1><a href="#/">${names.product}</a></h1>
<form id="search" role="search">
<input id="query" type="search" name="q" maxlength="1000" placeholder="Search" aria-label="Search messages" autocomplete="off">
</form>
<p id="bridge" role="status"></p>
<nav aria-label="More"><a href="#plugins">Plugins</a> <a href="/api/docs">API</a> <button id="sign-out" type="button" hidden>Sign out</button></nav>
</header>
<nav id="conversations" aria-label="Conversations"></nav>
<main id="main" tabindex="-1"><p class="quiet">Choose a conversation.</p></main>
<noscript><p class="quiet">This page needs JavaScript. The <a href="/api/docs">API</a> does not.</p></noscript>
</body>`,
  })
