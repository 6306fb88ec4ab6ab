/** Names this Mac by its host name without the suffix of the local network. */
import { hostname } from 'node:os'

export const macName = (): string => hostname().replace(/\.local$/, '')
