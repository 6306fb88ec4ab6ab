/** A theme in the colours of paper and ink, for long reading. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const sepia: ThemePackage = {
  ...{ schema: 1, name: 'sepia', title: 'Sepia' },
  modes: {
    light: {
      ...{ background: '#fbf5e9', foreground: '#3d3225', card: '#fffaf0', popover: '#fffaf0' },
      ...{ primary: '#94511f', 'primary-foreground': '#fffaf0', secondary: '#efe5d2', muted: '#f5edde' },
      ...{ 'muted-foreground': '#665845', accent: '#f3e2cb', 'accent-foreground': '#7c4115' },
      ...{ destructive: '#a8321f', info: '#2f5f78', success: '#4a6622', warning: '#845500' },
      ...{ border: '#e4d8c1', input: '#95866f', ring: '#94511f', sidebar: '#f4ebda', 'sidebar-active': '#e9d9bc' },
      ...{ 'bubble-me': '#94511f', 'bubble-me-foreground': '#fffaf0', 'bubble-sms': '#56692c' },
      ...{ 'bubble-sms-foreground': '#fffaf0', 'bubble-them': '#ebdfc9' },
      ...{ highlight: '#f2d178', 'highlight-foreground': '#3d3225' },
      ...{ overlay: 'rgb(61 50 37 / 45%)', 'shadow-colour': 'rgb(84 62 30 / 18%)' },
      'font-body': 'serif',
    },
  },
}
