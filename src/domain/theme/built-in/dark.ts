/** The default theme of the page at night; `ui/theme/tokens.css` has the same values. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const dark: ThemePackage = {
  ...{ schema: 1, name: 'dark', title: 'Dark' },
  modes: {
    dark: {
      ...{ background: '#1c1c1e', foreground: '#f2f2f4', card: '#262628', popover: '#2c2c2e' },
      ...{ primary: '#1272e6', 'primary-foreground': '#ffffff', secondary: '#3a3a3c', muted: '#262628' },
      ...{ 'muted-foreground': '#a8a8ad', accent: '#16345c', 'accent-foreground': '#8fc1ff' },
      ...{ destructive: '#ff6961', info: '#5aa9ff', success: '#4cc26b', warning: '#f0b849' },
      ...{ 'destructive-foreground': '#1c1c1e', 'info-foreground': '#1c1c1e', 'success-foreground': '#1c1c1e' },
      ...{ 'warning-foreground': '#1c1c1e', border: '#3a3a3c', input: '#76767c', ring: '#5aa9ff' },
      ...{ sidebar: '#232325', 'sidebar-active': '#1c3860' },
      ...{ 'bubble-me': '#0b62cc', 'bubble-sms': '#1a7f37', 'bubble-them': '#343437' },
      ...{ highlight: '#7a5c00', 'highlight-foreground': '#ffffff' },
      ...{ overlay: 'rgb(0 0 0 / 40%)', 'shadow-colour': 'rgb(0 0 0 / 50%)' },
    },
  },
}
