/** A theme like an old terminal: green on black, a monospaced font and square corners. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const terminal: ThemePackage = {
  ...{ schema: 1, name: 'terminal', title: 'Terminal' },
  modes: {
    dark: {
      ...{ background: '#0a0f0b', foreground: '#b8f2c4', card: '#0e150f', popover: '#121b14' },
      ...{ primary: '#3ddc68', 'primary-foreground': '#04120a', secondary: '#17231a', muted: '#0f1711' },
      ...{ 'muted-foreground': '#7fb38c', accent: '#12301b', 'accent-foreground': '#7cf29b' },
      ...{ destructive: '#ff7b6b', info: '#5cc8e8', success: '#3ddc68', warning: '#f2c14e' },
      ...{ border: '#1d3123', input: '#4d7a5a', ring: '#3ddc68', sidebar: '#080c09', 'sidebar-active': '#133520' },
      ...{ 'bubble-me': '#123d20', 'bubble-me-foreground': '#c9ffd6', 'bubble-sms': '#3a3510' },
      ...{ 'bubble-sms-foreground': '#ffeeb0', 'bubble-them': '#152019', 'bubble-them-foreground': '#b8f2c4' },
      ...{ highlight: '#f2c14e', 'highlight-foreground': '#0a0f0b' },
      ...{ overlay: 'rgb(0 0 0 / 65%)', 'shadow-colour': 'rgb(0 0 0 / 75%)' },
      ...{ radius: 2, 'bubble-radius': 3, 'font-size': 14, 'font-body': 'mono', avatar: 'square' },
    },
  },
}
