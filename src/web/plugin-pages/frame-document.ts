/** The document in which a plugin runs apart: it loads our runtime, which loads the plugin's module, and reaches nothing else. */
import { createHash } from 'node:crypto'
import { html } from '../pages/html.ts'

/** Below the address of the frame; no file of a plugin's begins with it. */
export const runtimeFile = '~/plugin-ui.js'

const importMap = JSON.stringify({ imports: { 'local-messaging-relay/plugin-ui': `./${runtimeFile}` } })
const importMapHash = createHash('sha256').update(importMap).digest('base64')

/** `sandbox` holds also where somebody opens the address by itself. */
export const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'self' 'sha256-${importMapHash}'`,
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
<script type="importmap">${{ html: importMap }}</script>
<script type="module" src="./${runtimeFile}"></script>
</head>
<body></body>
</html>
`.html
