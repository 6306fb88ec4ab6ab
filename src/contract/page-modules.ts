/** Which of the page's own modules a plugin that is a part of it gets by their names, and as which files. */

/** Below the address of the page. */
export const moduleFolder = 'plugin-modules'

export const pageModules = {
  react: 'react.js',
  'react/jsx-runtime': 'react-jsx-runtime.js',
  'react-dom': 'react-dom.js',
  'local-messaging-relay/plugin-ui': 'plugin-ui.js',
} as const
export type PageModule = keyof typeof pageModules
