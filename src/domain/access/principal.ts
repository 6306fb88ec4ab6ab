/** Who did something, in the words of the audit log. */

export interface Principal {
  via: 'open' | 'session' | 'key'
  id: string | null
}

export const principalOf = ({ via, id }: Principal): string => (id === null ? via : `${via}:${id}`)
