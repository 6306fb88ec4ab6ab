/** What people call this Mac: its host name, without what the network adds. */
import { hostname } from 'node:os'

export const macName = (): string => hostname().replace(/\.local$/, '')
