// Handles: one row for each address and service.

import type { Service, Writer } from './writer.ts'

const countryOf = (address: string): string | null => {
  if (address.startsWith('+49')) return 'de'
  if (address.startsWith('+44')) return 'gb'
  return address.startsWith('+1') ? 'us' : null
}

function findOrInsert(writer: Writer, address: string, service: Service): number {
  const found = writer.get('SELECT ROWID AS rowid FROM handle WHERE id = ? AND service = ?', address, service)
  if (found) return Number(found.rowid)
  return writer.insert('handle', {
    id: address,
    country: countryOf(address),
    service,
    uncanonicalized_id: /^\d{3,6}$/.test(address) ? address : null,
  })
}

export function handleOf(writer: Writer, address: string, service: Service): number {
  const key = `${service} ${address}`
  const known = writer.memory.handles.get(key)
  if (known !== undefined) return known
  const rowid = findOrInsert(writer, address, service)
  writer.memory.handles.set(key, rowid)
  return rowid
}
