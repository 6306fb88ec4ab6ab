/** The themes with the highest contrast: every text reaches AAA, and every line is visible. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const highContrastLight: ThemePackage = {
  ...{ schema: 1, name: 'high-contrast-light', title: 'High contrast light' },
  modes: {
    light: {
      ...{ background: '#ffffff', foreground: '#000000', card: '#ffffff', popover: '#ffffff' },
      ...{ primary: '#0037a8', 'primary-foreground': '#ffffff', secondary: '#f0f0f0', muted: '#f7f7f7' },
      ...{ 'muted-foreground': '#2e2e2e', accent: '#e3ecff', 'accent-foreground': '#002e8c' },
      ...{ destructive: '#8f0010', info: '#00408f', success: '#004d1a', warning: '#5c3600' },
      ...{ border: '#595959', input: '#000000', ring: '#0037a8', sidebar: '#ffffff', 'sidebar-active': '#d6e4ff' },
      ...{ 'bubble-me': '#0037a8', 'bubble-sms': '#004d1a', 'bubble-them': '#ededed' },
      ...{ highlight: '#ffe100', 'highlight-foreground': '#000000' },
      ...{ overlay: 'rgb(0 0 0 / 60%)', 'shadow-colour': 'rgb(0 0 0 / 35%)' },
      'border-width': 2,
    },
  },
}

export const highContrastDark: ThemePackage = {
  ...{ schema: 1, name: 'high-contrast-dark', title: 'High contrast dark' },
  modes: {
    dark: {
      ...{ background: '#000000', foreground: '#ffffff', card: '#000000', popover: '#0a0a0a' },
      ...{ primary: '#8ab8ff', 'primary-foreground': '#000000', secondary: '#1f1f1f', muted: '#121212' },
      ...{ 'muted-foreground': '#d9d9d9', accent: '#0f2747', 'accent-foreground': '#b8d4ff' },
      ...{ destructive: '#ff9c9c', info: '#9ccaff', success: '#7ce69a', warning: '#ffd166' },
      ...{ border: '#a6a6a6', input: '#ffffff', ring: '#ffe100', sidebar: '#000000', 'sidebar-active': '#12305a' },
      ...{ 'bubble-me': '#8ab8ff', 'bubble-me-foreground': '#000000', 'bubble-sms': '#7ce69a' },
      ...{ 'bubble-sms-foreground': '#000000', 'bubble-them': '#1f1f1f' },
      ...{ highlight: '#ffe100', 'highlight-foreground': '#000000' },
      ...{ overlay: 'rgb(0 0 0 / 75%)', 'shadow-colour': 'rgb(0 0 0 / 90%)' },
      'border-width': 2,
    },
  },
}
