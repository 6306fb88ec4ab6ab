/** Declares the default theme of the page; `ui/theme/tokens.css` has the same values. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const light: ThemePackage = {
  schema: 1,
  name: 'light',
  title: 'Light',
  modes: {
    light: {
      background: '#ffffff',
      foreground: '#1d1d1f',
      card: '#ffffff',
      popover: '#ffffff',
      primary: '#0a66d6',
      'primary-foreground': '#ffffff',
      secondary: '#f0f0f2',
      muted: '#f5f5f7',
      'muted-foreground': '#636368',
      accent: '#e8f0fc',
      'accent-foreground': '#0a56b8',
      destructive: '#c9252d',
      info: '#0a66d6',
      success: '#1a7f37',
      warning: '#9a6200',
      border: '#e0e0e4',
      input: '#8a8a90',
      ring: '#0a66d6',
      sidebar: '#f7f7f9',
      'sidebar-active': '#dfe9f8',
      'bubble-me': '#0a66d6',
      'bubble-sms': '#1a7f37',
      'bubble-them': '#e9e9eb',
      highlight: '#ffe58a',
      'highlight-foreground': '#1d1d1f',
      overlay: 'rgb(0 0 0 / 40%)',
      'shadow-colour': 'rgb(0 0 0 / 14%)',
    },
  },
}
