/** Names who did something, as the audit log writes it. */

export interface Principal {
  via: 'open' | 'session' | 'key'
  id: string | null
}

export const principalOf = ({ via, id }: Principal): string => (id === null ? via : `${via}:${id}`)
