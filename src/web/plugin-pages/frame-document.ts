/** The document in which a plugin runs apart: it loads our runtime, which loads the plugin's module, and reaches nothing else. */
import { html } from '../../domain/html.ts'

/** Below the address of the frame; no file of a plugin's begins with it. */
export const runtimeFile = '~/plugin-ui.js'

/** `sandbox` holds also where somebody opens the address by itself. */
export const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  'worker-src blob:',
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

/** A module as the frame loads it: no thread knows an import map, so what it names is the address itself. */
export const framedModule = (text: string, address: string): string =>
  text.replace(runtimeName, JSON.stringify(`${address}${runtimeFile}`))
