/** Starts the page. */
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/layers.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/print.css'
import { newQueryClient } from './api/ask.ts'
import { App } from './app.tsx'
import { loadFirstTexts } from './catalogue/page-texts.ts'
import { base, viewedKey } from './routes.ts'
import { firstAnswers } from './shell/first-answers.ts'
import { loadShown } from './shell/parts.ts'
import { applyOwnStyles } from './theme/own-styles.ts'
import { begin } from './theme/theme-sheet.ts'

begin()
applyOwnStyles()
const queries = newQueryClient()
const path = location.pathname.slice(base.length)
await Promise.all([loadFirstTexts(), loadShown(path), firstAnswers(queries, path, location.search)])
const Page = viewedKey === undefined ? App : (await import('./shell/KeyView.tsx')).default
const element = document.getElementById('page')
if (element !== null) {
  const root = createRoot(element)
  // As a transition it is rendered in small steps, between which the browser paints and takes input.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Page queries={queries} />
      </StrictMode>,
    ),
  )
}
