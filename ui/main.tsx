/** Starts the page. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './theme/layers.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/print.css'
import { App } from './app.tsx'
import { loadFirstTexts } from './catalogue/page-texts.ts'
import { base } from './routes.ts'
import { loadShown } from './shell/parts.ts'
import { applyOwnStyles } from './theme/own-styles.ts'
import { begin } from './theme/theme-sheet.ts'

begin()
applyOwnStyles()
await Promise.all([loadFirstTexts(), loadShown(location.pathname.slice(base.length))])
const root = document.getElementById('page')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
