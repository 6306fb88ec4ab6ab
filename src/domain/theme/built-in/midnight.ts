/** Declares a black theme with little brightness, for screens that switch black pixels off. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const midnight: ThemePackage = {
  schema: 1,
  name: 'midnight',
  title: 'Midnight',
  modes: {
    dark: {
      background: '#000000',
      foreground: '#e6e8ee',
      card: '#0b0c10',
      popover: '#14161c',
      primary: '#5768e0',
      'primary-foreground': '#ffffff',
      secondary: '#1c1f28',
      muted: '#0e1016',
      'muted-foreground': '#979db0',
      accent: '#161b3a',
      'accent-foreground': '#a9b6ff',
      destructive: '#ff7a85',
      info: '#7db6ff',
      success: '#5fcf9a',
      warning: '#efc069',
      border: '#1e212b',
      input: '#666c80',
      ring: '#8b9bff',
      sidebar: '#050608',
      'sidebar-active': '#171c3b',
      'bubble-me': '#4453c4',
      'bubble-sms': '#19714c',
      'bubble-them': '#181b23',
      highlight: '#4e3f85',
      'highlight-foreground': '#ffffff',
      overlay: 'rgb(0 0 0 / 65%)',
      'shadow-colour': 'rgb(0 0 0 / 80%)',
    },
  },
}
