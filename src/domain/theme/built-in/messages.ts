/** The theme in the colours of Messages: blue for iMessage and green for SMS, as on the Mac and the phone beside it. */
import type { ThemePackage } from '../../../contract/theme.ts'

export const messages: ThemePackage = {
  ...{ schema: 1, name: 'messages', title: 'Messages' },
  modes: {
    light: {
      ...{ background: '#ffffff', foreground: '#000000', card: '#ffffff', popover: '#fbfbfc' },
      ...{ primary: '#0070e8', 'primary-foreground': '#ffffff', secondary: '#ededf0', muted: '#f5f5f7' },
      ...{ 'muted-foreground': '#636367', accent: '#e4f0ff', 'accent-foreground': '#0058ba' },
      ...{ destructive: '#c8102e', info: '#0062cc', success: '#187a33', warning: '#8a5800' },
      ...{ border: '#dcdce0', input: '#8a8a90', ring: '#0070e8', sidebar: '#f2f2f5', 'sidebar-active': '#d5e6fb' },
      ...{ 'bubble-me': '#0070e8', 'bubble-sms': '#18803a', 'bubble-them': '#e9e9eb' },
      ...{ highlight: '#ffdd57', 'highlight-foreground': '#000000' },
      ...{ 'bubble-radius': 18, tail: 'corner' },
    },
    dark: {
      ...{ background: '#000000', foreground: '#ffffff', card: '#1c1c1e', popover: '#1c1c1e' },
      ...{ primary: '#0070e8', 'primary-foreground': '#ffffff', secondary: '#2c2c2e', muted: '#161618' },
      ...{ 'muted-foreground': '#a3a3aa', accent: '#0b2950', 'accent-foreground': '#7dbaff' },
      ...{ destructive: '#ff6b63', info: '#5eaeff', success: '#3fcf65', warning: '#ffc04d' },
      ...{ border: '#2c2c2e', input: '#77777d', ring: '#3d9bff', sidebar: '#111113', 'sidebar-active': '#0d3466' },
      ...{ 'bubble-me': '#0070e8', 'bubble-sms': '#18803a', 'bubble-them': '#262629' },
      ...{ highlight: '#8a6a00', 'highlight-foreground': '#ffffff' },
      ...{ 'bubble-radius': 18, tail: 'corner' },
    },
  },
}
