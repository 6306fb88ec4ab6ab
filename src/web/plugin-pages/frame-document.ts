/**
 * The document in which a plugin runs isolated: it loads our runtime, which loads the plugin's module, and can reach
 * nothing else.
 */
import { html } from '../../domain/html.ts'

/** Lies below the address of the frame; no file of a plugin begins with it. */
export const runtimeFile = '~/plugin-ui.js'

/** `sandbox` applies even if somebody opens the address directly. */
export const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  "font-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export const frameDocument = ({ title, entry }: { title: string; entry: string }): string =>
  html`<!doctype html>
<html data-entry="./${entry}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script type="module" src="./${runtimeFile}"></script>
</head>
<body></body>
</html>
`.html

const runtimeName = /(['"])local-messaging-relay\/plugin-ui\1/g

/** Names the runtime by its address in a module: the policy of the frame allows no inline script, and so no import map. */
export const framedModule = (text: string, address: string): string =>
  text.replace(runtimeName, JSON.stringify(`${address}${runtimeFile}`))
