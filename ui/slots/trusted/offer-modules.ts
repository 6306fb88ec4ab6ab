/** Publishes the page's own modules for the files that the import map points to. */
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import type { PageModule } from '../../../src/contract/page-modules.ts'
import * as pluginUi from '../../../src/plugin-ui/in-page.ts'
import { modulesPlace } from './modules-place.ts'

const modules: Record<PageModule, object> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  'local-messaging-relay/plugin-ui': pluginUi,
}

Object.defineProperty(globalThis, modulesPlace, { value: Object.freeze(modules) })
