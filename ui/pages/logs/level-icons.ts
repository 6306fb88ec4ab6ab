/** The icon of each log level. */
import { Bug, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { LogLevel } from '../../../src/contract/log-entry.ts'

export const levelIcons: Readonly<Record<LogLevel, LucideIcon>> = {
  debug: Bug,
  info: Info,
  warn: TriangleAlert,
  error: CircleX,
}
