/** Lists the modules of the page that a plugin running as a part of it can import by name, and their files. */

/** Relative to the address of the page. */
export const moduleFolder = 'plugin-modules'

export const pageModules = {
  react: 'react.js',
  'react/jsx-runtime': 'react-jsx-runtime.js',
  'react-dom': 'react-dom.js',
  'local-messaging-relay/plugin-ui': 'plugin-ui.js',
} as const
export type PageModule = keyof typeof pageModules
